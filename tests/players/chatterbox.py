"""A player who claims anything of anybody."""

from random import Random

from llmwolf.players.base import Answer
from llmwolf.players.scripted import RandomPlayer
from llmwolf.rules.claims import ACTS, Claim
from llmwolf.rules.view import View


class Chatterbox(RandomPlayer):
    """Answers at random, and claims anything of anybody in words and in the record."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._luck = Random(seed)

    def answer(self, view: View) -> Answer:
        """A random legal answer, with random claims where a text is wanted."""
        answer = super().answer(view)
        if view.request is None or view.request.kind != "speak":
            return answer
        luck, seats = self._luck, range(1, view.facts.seats + 1)
        if luck.random() < 0.5:
            text = "".join(luck.choice(self.WORDS) for _ in range(luck.randrange(30)))
            return Answer("say", (), text)
        claims = tuple(
            Claim(
                luck.choice(list(ACTS)),
                tuple(luck.sample(seats, luck.randrange(3))),
                luck.choice(("good", "wolf", "seer", "witch", "hunter", "villager", "", "女巫", "???")),
                luck.randrange(4),
            )
            for _ in range(luck.randrange(5))
        )
        return Answer("say", (), "我说完了", claims)

    WORDS = (
        "我是",
        "预言家",
        "5号",
        "查杀",
        "金水",
        "，",
        "。",
        "警徽流",
        "先验",
        "7号",
        "女巫",
        "不",
        "出",
        "站边",
        "狼",
    )
