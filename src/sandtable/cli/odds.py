"""The odds of a command at the end of a saved battle."""

import json

from sandtable.cli.chances_view import in_full
from sandtable.cli.errors import Trouble, Unclear
from sandtable.cli.find import open_save
from sandtable.cli.places import example
from sandtable.cli.prompts import Reader, WhereTo
from sandtable.cli.screen import open_console
from sandtable.forecast import ON_REQUEST, Oracle
from sandtable.kernel.decision import Command
from sandtable.kernel.game import Game
from sandtable.telling.display import Display
from sandtable.telling.wording import SUPPOSED
from sandtable.ways import Odds


def show(file: str, words: str, *, as_json: bool) -> None:
    game = open_save(file)
    command = command_meant(game, file, words)
    found = Oracle().ask(game, command, ON_REQUEST)
    if as_json:
        print(as_text(game, command, found))
    else:
        open_console().print(in_full(command.tell(), found, game.state))


def command_meant(game: Game, file: str, words: str) -> Command:
    decision, question = game.decision, game.position.question
    if decision is None or question is None:
        raise Trouble(f"{file}: the battle is over, so there is no choice")
    try:
        letters = Display(game.rules, game.state).tags
        command = Reader(decision, Display(game.rules, game.view(question.side), letters)).command(words)
    except WhereTo as needs:
        like = example(game.state.board, needs.option.region) if needs.option.region else ""
        raise Trouble(f"{needs.option.command.tell()}: this needs a place, like {like}") from None
    except Unclear as fault:
        offers = [f"{number} {option.command.tell()}" for number, option in enumerate(decision.options, 1)]
        raise Trouble(f"{fault}. {decision.side} may: {'; '.join(offers)}") from None
    if refusal := question.refuse(command):
        raise Trouble(f"{command.tell()}: {refusal}")
    return command


def as_text(game: Game, command: Command, found: Odds) -> str:
    content = {
        "command": command.tell(),
        "side": game.decision.side if game.decision else "",
        "dice": bool(found.outcomes),
        "tries": found.tries,
        "too_many": found.too_many,
        "assumed": SUPPOSED[found.assumed],
        "outcomes": [
            {"what": str(one), "chance": str(one.chance), "share": round(float(one.chance), 6), "tone": one.tone}
            for one in found.outcomes
        ],
    }
    return json.dumps(content, sort_keys=True, indent=2, ensure_ascii=False)
