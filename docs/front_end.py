"""A front end in thirty lines: plays a whole game over `rules play --json` and takes what chance says.

Run it as `python docs/front_end.py arkham --players 2 --seed 1`; what it is given goes to `rules play`.
"""

import json
import random
import subprocess
import sys

COMMAND = [sys.executable, "-m", "cli.main", "play", "--json", *sys.argv[1:]]


def main() -> int:
    chance = random.Random(1)
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as game:
        assert game.stdin is not None
        assert game.stdout is not None
        for line in game.stdout:
            message = json.loads(line)
            match message["type"]:
                case "hello":
                    print(f"{message['title']}: {', '.join(message['names'])}")
                case "table":  # what message["seat"] may see; a front end draws it, this one only reads the story
                    print("\n".join(message["log"]))
                case "ask":
                    option = chance.choice(message["options"])
                    print(f"> {message['name']}: {message['prompt']}: {option['label']}")
                    game.stdin.write(json.dumps({"type": "choose", "option": option["id"]}) + "\n")
                    game.stdin.flush()
                case "over":
                    print({True: "Won", False: "Lost", None: "Over"}[message["won"]], message["text"], sep=": ")
                case "error":
                    print(message["message"], file=sys.stderr)
    return game.returncode


if __name__ == "__main__":
    sys.exit(main())
