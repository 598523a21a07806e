"""What a vocal burst's contributors were asked to express, and the event that it is reported as."""

from __future__ import annotations

import json

EVENT_OF = {
    "amusement": "laugh",
    "elation": "cheer",
    "relief": "sigh",
    "disappointment": "sigh",
    "sadness": "cry",
    "distress": "cry",
    "fear": "scream",
    "surprise-negative": "gasp",
    "surprise-positive": "gasp",
    "anger": "groan",
    "disgust": "groan",
    "interest": "hum",
    "contentment": "hum",
    "confusion": "hum",
    "contempt": "hum",
    "neutral": "hum",
}

if __name__ == "__main__":
    print(json.dumps({"eventOf": EVENT_OF}))
