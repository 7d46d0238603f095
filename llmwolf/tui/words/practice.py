"""Practice games, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

PRACTICE: Final[dict[str, Pair]] = {
    "key_branch": ("从这里打下去", "Play from here"),
    "about_practice": ("来历", "Origin"),
    "practice": ("练习", "practice"),
    "practice_of": (
        "练习局：从 {record} 的第{moves}步之后重打",
        "A practice game: {record}, played anew after move {moves}",
    ),
    "branch_title": ("从这里打下去", "Play from here"),
    "branch_body": (
        "{phase}：从这里重新决定，此前的决定都照旧；其余座位由电脑坐。\n另存为一局练习，原来的记录不变。",
        "{phase}: decisions are made anew from here, those before stay; bots sit at all other seats.\n"
        "It is saved as a practice game of its own; the old record stays as it is.",
    ),
    "branch_seat": ("坐哪里", "Seat"),
    "branch_start": ("开打", "Play"),
    "branch_back": ("返回", "Back"),
    "branch_unfinished": (
        "这一局还没打完；打完才能从中间重打，否则会看到别人的牌",
        "this game is unfinished; it can be branched off when it is over, lest cards be seen",
    ),
    "branch_failed": ("开不了练习局：{why}", "The practice game cannot begin: {why}"),
    "undo_title": ("悔棋", "Take back"),
    "undo_body": (
        "{phase}：回到你上一个决定之前，换一个决定打下去。\n另存为一局练习，现在这一局停在这里、记录不变。",
        "{phase}: back to before your last decision, to decide otherwise.\n"
        "It goes on as a practice game of its own; this one stops here, and its record stays.",
    ),
    "undo_back": ("不悔", "No"),
    "undo_start": ("悔棋", "Take back"),
    "undo_none": ("你还没有做过决定", "you have decided nothing yet"),
    "undo_models": (
        "有模型在座的局不能悔棋：模型记得已经发生的事",
        "nothing can be taken back at a table with models: they remember what happened",
    ),
    "undo_unsaved": ("这一局没有存盘，不能悔棋", "this game is not saved, so nothing can be taken back"),
}
