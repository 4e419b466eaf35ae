"""Telling people that a game waits for them: Web Push, mail and webhooks, never more than they asked for."""
