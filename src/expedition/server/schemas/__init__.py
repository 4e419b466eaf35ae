"""Everything that crosses the wire, by topic.

`python -m expedition.server.schemas` prints the OpenAPI document and the JSON Schemas of the socket messages as one
JSON object; clients generate their types from it.
"""
