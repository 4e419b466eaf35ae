// A player of one's own in JavaScript: reads questions line by line, answers each with one line (docs/own-bots.md).
//
//     expedition arena "node examples/own_bot.mjs" random --games 40
//     expedition play silvergold --bots "node examples/own_bot.mjs"

import { createInterface } from "node:readline";

const LIKES = ["step", "enter", "play", "mark", "buy", "pay", "use", "take", "keep", "give", "end", "discard", "done"];

/** The choice whose kind we like best; many fields marked at once are better than few. */
function best(choices) {
  const worth = (choice) => (choice.cells?.length ?? 0) - (LIKES.indexOf(choice.do) + 1 || LIKES.length);
  return choices.reduce((one, other) => (worth(other) > worth(one) ? other : one));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    console.log(JSON.stringify({ type: "hello", name: "likes" }));
  } else if (message.type === "choose") {
    console.log(JSON.stringify({ type: "answer", id: message.id, action: best(message.choices) }));
  }
}
