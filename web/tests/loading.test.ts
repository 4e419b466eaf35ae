import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, expect, test } from "vitest";
import { speak } from "../src/i18n.svelte";
import Loading from "../src/room/Loading.svelte";

beforeEach(() => speak("en"));

test("given a table that is coming, then it says so and there is nothing to press", () => {
  render(Loading, { text: "One moment …", fault: null, again: () => undefined });
  expect(screen.getByRole("status").textContent).toContain("One moment …");
  expect(screen.queryByRole("button")).toBeNull();
});

test("given no connection, then a sentence says so and one can try again", async () => {
  let tries = 0;
  render(Loading, {
    text: "One moment …",
    fault: "The server does not answer.",
    again: () => {
      tries += 1;
    },
  });
  expect(screen.getByRole("status").textContent).toContain("does not answer");
  await fireEvent.click(screen.getByRole("button"));
  expect(tries).toBe(1);
});
