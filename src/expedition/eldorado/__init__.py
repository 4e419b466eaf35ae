"""The Quest for El Dorado: components, board, rules, actions, views and words."""
