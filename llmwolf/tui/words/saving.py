"""What is said of a disk that takes nothing, and of drafts, as ``(zh, en)`` pairs."""

from __future__ import annotations

from typing import Final

Pair = tuple[str, str]

SAVING: Final[dict[str, Pair]] = {
    "unwritten_full": ("磁盘满了，{path} 写不进去", "the disk is full; {path} takes no more"),
    "unwritten_forbidden": ("{folder} 不让写（{why}）", "nothing may be written in {folder} ({why})"),
    "unwritten_missing": ("没有文件夹 {folder}", "there is no folder {folder}"),
    "unwritten_other": ("{path} 写不进去（{why}）", "{path} cannot be written ({why})"),
    # -- in the middle of a game -----------------------------------------------------------------
    "unsaved_title": ("没有存上", "Not saved"),
    "unsaved_body": (
        "{why}。文件完整，存到最后几个决定之前；没存上的还在内存里，什么也没丢。腾出空间或改好权限，再按「再存一次」。"
        "先不存也行：对局继续，能写了就自动补上。",
        "{why}. The file is whole up to there, the last decisions are still in memory. Make room or mend the "
        "permissions and save again; or play on, and they are saved as soon as the disk takes them.",
    ),
    "unsaved_again": ("再存一次 Esc", "Save again Esc"),
    "unsaved_on": ("先不存，接着打", "Play on unsaved"),
    "unsaved_stop": ("停下，回到设置", "Stop"),
    "unsaved": ("未存盘", "NOT SAVED"),
    "unkept": ("不存盘", "NOT KEPT"),
    "saved_again": ("又存上了，一个决定也没少", "Saved again, no decision is missing"),
    # -- before one ------------------------------------------------------------------------------
    "nowhere_title": ("存不了盘", "It cannot be saved"),
    "nowhere_body": (
        "{why}。改好了再试；或者从另一个有 transcripts 文件夹的地方启动；也可以不存盘开局，关掉就没有了。",
        "{why}. Mend that and try again, or start llmwolf in another folder that has one called transcripts. "
        "You may play without saving: the game is gone when it is closed.",
    ),
    "nowhere_back": ("回到设置 Esc", "Back Esc"),
    "nowhere_again": ("再试一次", "Try again"),
    "nowhere_on": ("不存盘，开局", "Play unsaved"),
    # -- leaving ---------------------------------------------------------------------------------
    "leave_behind": (
        "最后的决定没有存上（{why}）。现在离开，只能从已存的地方接着打：\n{path}",
        "The last decisions are not saved ({why}). Whoever leaves now goes on from what is saved:\n{path}",
    ),
    # -- drafts ----------------------------------------------------------------------------------
    "draft_back": ("没写完的草稿还在：F4 打开", "Your draft is still there: F4 opens it"),
}  # fmt: skip
