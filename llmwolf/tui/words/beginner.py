"""Help for beginners: the glossary, the hints, the tutorial game, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

BEGINNER: Final[dict[str, Pair]] = {
    # -- the glossary ----------------------------------------------------------------------------
    "words_title": ("词典 {n}条", "Glossary, {n} words"),
    "words_keys": ("↑↓ 翻看 · Esc 关闭", "↑↓ read on · Esc close"),
    "words_placeholder": (
        "查找一个词或它的意思，例如 警徽",
        "Find: a word, its Chinese form, or what it means",
    ),
    "words_found": ("找到{n}条", "{n} found"),
    "words_none": ("没有这个词；改一改或清空", "No such word; change or clear this"),
    "words_of": ("{who} 说到的词", "Said by {who}"),
    "words_of_none": ("{who} 没有用到词典里的词", "No words of the glossary from {who}"),
    "words_line": ("这一行", "this line"),
    "words_example": ("{meaning}\n例：{example}", "{meaning}\ne.g. {example}"),
    "key_words": ("词典", "Terms"),
    # -- the hints -------------------------------------------------------------------------------
    "hint_title": ("新手提示 · Ctrl+L 收起", "Hint · Ctrl+L hides"),
    "hint_title_long": ("新手提示 · Tab ↑↓ 翻看 · Ctrl+L 收起", "Hint · Tab ↑↓ · Ctrl+L hides"),
    "hint_asked": ("问你", "Asked"),
    "hint_usual": ("常见", "Usual"),
    "hint_why": ("因为", "Why"),
    "hint_on": ("新手提示：开（会记住）", "Hints: on (remembered)"),
    "hint_off": ("新手提示：关（会记住），Ctrl+L 再打开", "Hints: off (remembered); Ctrl+L brings them back"),
    "hint_lost": ("{what}，但没能记住：{why}", "{what}, but not remembered: {why}"),
    "key_hints": ("提示", "Hints"),
    # -- the tutorial ----------------------------------------------------------------------------
    "lesson": ("第{n}课 {title}", "{n}. {title}"),
    "lesson_title": ("教学局 · Ctrl+L 收起", "Tutorial · Ctrl+L hides"),
    "lesson_title_long": ("教学局 · Tab ↑↓ 翻看 · Ctrl+L 收起", "Tutorial · Tab ↑↓ · Ctrl+L hides"),
    "tutorial": ("教学局", "Tutorial"),
    "tutorial_body": (
        "{text}\n右边的小框会边打边讲：Tab 到它上面用 ↑↓ 翻看，Ctrl+L 收起或打开。"
        "看不过来就按 Ctrl+P 停一停，再按继续。\n"
        "这是一局真的对局：怎么选都行，会存盘，可以随时离开、以后接着打。",
        "{text}\nA box at the right explains as the game goes on: Tab and ↑↓ read back, Ctrl+L hides it. "
        "Too fast? Ctrl+P stops, and goes on.\n"
        "It is a real game: decide as you like. It is saved, and you can leave and go on later.",
    ),
    "tutorial_ok": ("开始 Enter", "Begin Enter"),
    "tutorial_over": (
        "教学局打完了：R 回放看谁骗了你，C 看教练怎么说；下一局在新的设置里换板子和身份。",
        "That was the tutorial: R replays it (who lied to you?), C shows what the coach says; "
        "choose another board or card in the set-up.",
    ),
    "tutorial_start": ("教学局 F9", "Tutorial F9"),
    "key_tutorial": ("教学局", "Tutorial"),
    "key_take_back": ("悔棋", "Take back"),
}  # fmt: skip
