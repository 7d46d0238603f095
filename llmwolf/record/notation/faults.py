"""What is said of records that are not well written, in Chinese and in English."""

from __future__ import annotations

from typing import Final

FAULTS: Final[dict[str, tuple[str, str]]] = {
    # -- the file ------------------------------------------------------------------------------
    "no_file": ("没有这个文件", "there is no such file"),
    "unreadable": ("文件读不了（{why}）", "the file cannot be read ({why})"),
    "encoding": ("文件不是 UTF-8 编码，请另存为 UTF-8", "the file is not in UTF-8; save it in that encoding"),
    "toml": ("不是合法的 TOML：{why}", "this is not valid TOML: {why}"),
    "toml_deep": ("不是合法的 TOML：嵌套太深", "this is not valid TOML: it is nested too deeply"),
    "no_folder": ("没有文件夹 {folder}，请先建好", "there is no folder {folder}; make it first"),
    "no_transcript": ("不合法的记录没有对局记录可写", "an illegal record has no transcript"),
    "own_turns": (
        "这一局的发言顺序是照录的，记谱写不出；可以导出 md、html、text",
        "this table spoke in an order of its own, which the notation cannot write; export md, html or text",
    ),
    "not_played": ("与规则推出的不符：{why}", "this is not what the rules say: {why}"),
    # -- keys ----------------------------------------------------------------------------------
    "unknown_key": ("没有“{key}”这个键；{hint}", "unknown key {key!r}; {hint}"),
    "game_key": (
        "[game] 里没有“{key}”这个键，只有 lines",
        "unknown key {key!r} in [game]; there is 'lines' alone",
    ),
    "no_lines": (
        "[game] 里要有记录：lines = 三个引号，N1: …，三个引号",
        "the table [game] holds the record: lines = three quotes, N1: …, three quotes",
    ),
    "table": ("{key} 是一个表，写成 [{key}]", "{key} is a table; write [{key}]"),
    "error_alone": ("error 只能是 true，并且单独写", "error is true, and stands alone"),
    "hint_near": ("是不是“{near}”？", "did you mean {near!r}?"),
    "hint_known": ("可用的有：{known}", "known are {known}"),
    # -- the head ------------------------------------------------------------------------------
    "no_deal": (
        "缺少 deal：按座位写每个人的牌，例如 {example}",
        "deal is missing: it names the card of every seat, such as {example}",
    ),
    "no_deal_board": (
        "缺少 deal：按座位写出这 {count} 张牌（{cards}）",
        "deal is missing: it names the card of every seat, here these {count}: {cards}",
    ),
    "no_board": (
        '缺少 deal，也没有 board、profile 或 cards：写 board = "standard-9"'
        '（或 profile = "official"）和 {example}',
        'deal is missing, and so are board, profile and cards: write board = "standard-9" '
        '(or profile = "official") and {example}',
    ),
    "spare_count": (
        "有盗贼才有底牌，正好 {count} 张",
        "a thief plays with {count} spare cards, and nobody else with any",
    ),
    "spare_wolves": (
        "盗贼必须拿狼时，底牌不能是两张狼（N-15）",
        "two wolves in the middle are dealt anew where a thief must take a wolf (N-15)",
    ),
    "unplayable": ("这副牌按这套房规不能开局：{why}", "{why}"),
    "unknown_card": ("没有“{name}”这张牌；{hint}", "unknown card {name!r}; {hint}"),
    "unknown_board": ("没有“{name}”这个板子；{hint}", "there is no board {name!r}; {hint}"),
    "board_fault": ("板子“{name}”不能用：{why}", "{why}"),
    "unknown_profile": ("没有“{name}”这套房规；{hint}", "there is no profile {name!r}; {hint}"),
    "unknown_event": ("没有“{name}”这张事件牌；{hint}", "there is no event card {name!r}; {hint}"),
    "unknown_switch": ("没有“{name}”这个规则开关；{hint}", "unknown switch {name!r}; {hint}"),
    "switch_one": ("开关 {name} 只能是 {known} 之一", "switch {name!r} takes one of {known}"),
    "switch_list": ("开关 {name} 是一个列表，取自 {known}", "switch {name!r} takes a list of {known}"),
    "switch_whole": ("开关 {name} 是至少为 1 的整数", "switch {name!r} takes a whole number of at least 1"),
    "cards_differ": ("这不是板子的牌；{parts}", "these are not the cards of the board; {parts}"),
    "too_many": ("多了：{cards}", "too many: {cards}"),
    "missing": ("少了：{cards}", "missing: {cards}"),
    "names_count": ("{count} 个名字，却有 {seats} 个座位", "{count} names for {seats} seats"),
    "text_list": (
        '{key} 是文字的列表，例如 ["狼人", "平民"]',
        '{key} is a list of texts, such as ["狼人", "平民"]',
    ),
    "one_of": ("{key} 只能是 {known} 之一；{hint}", "{key} is one of {known}; {hint}"),
    "whole": ("{key} 是 {least} 到 {most} 的整数", "{key} is a whole number of {least} to {most}"),
    "seat_list": ("{key} 是座位的列表，1 到 {seats}", "{key} is a list of seats, 1 to {seats}"),
    "text": ("{key} 是文字：一个 id", "{key} is a text: an id"),
    # -- lines ---------------------------------------------------------------------------------
    "label": ("每行以夜或天开头", "a line starts with its night or day"),
    "backwards": (
        "{phase} 写在了 {last} 后面；各行按时间往下写：N1、D1、N2、D2 …",
        "{phase} comes after {last}; the lines go forward: N1, D1, N2, D2 …",
    ),
    "own_line": ("{label} 要另起一行", "{label} begins a line of its own"),
    "cut_last": (
        "断 是记录的最后一项，后面不能再写",
        "this is the last item of a record; nothing comes after it",
    ),
    "cut_before": ("记录在前面已经断了", "the record has broken off before"),
    "no_word": ("“{word}”不是记谱用词；{hint}", "{word!r} is no word of the notation; {hint}"),
    "write_word": ("写作 {word}", "write {word}"),
    "night_line": ("{word} 写在夜晚的行（N）", "{word} stands on a night line (N)"),
    "day_line": ("{word} 写在白天的行（D）", "{word} stands on a day line (D)"),
    "write": ("{fault}；写法：{form}", "{fault}; write {form}"),
    "speech_form": (
        "发言内容写成座位、冒号和引号里的文字",
        "a speech is a seat, a colon and a text in quotes",
    ),
    "escape": (
        '\\{mark} 没有意义；文字里可以用 \\" \\\\ \\n 和 \\u4e2d',
        '\\{mark} stands for nothing; in a text there may be \\" \\\\ \\n and \\u4e2d',
    ),
    "side": ("“{side}”不是方向；{hint}", "{side!r} is no side; {hint}"),
    "cut_speaker": ("只有最后一名发言者可能被打断", "only the last speaker can have been cut off"),
    "token": ("“{token}”在这里看不懂", "{token!r} is not understood here"),
    "mixed": ("这几个不能写在一起", "these do not go together"),
    "no_pairs": ("{word} 不写“a>b”", "{word} takes no 'a>b'"),
    "one_pair": ("{word} 只写一个“a>b”", "{word} takes one 'a>b'"),
    "wants_pair": ("{word} 要写“a>b”", "{word} wants 'a>b'"),
    "twice": ("{seat}号写了两次", "seat {seat} stands here twice"),
    "no_seats": ("{word} 不写座位，这里有 {count} 个", "{word} takes no seat, not {count}"),
    "seat_count": ("{word} 要写 {want} 个座位，这里有 {count} 个", "{word} takes {want} seats, not {count}"),
    "one_seat": ("{word} 要写 1 个座位，这里有 {count} 个", "{word} takes 1 seat, not {count}"),
    "between": ("{least} 到 {most}", "{least} to {most}"),
    "at_least": ("至少 {least}", "at least {least}"),
    "open_quotes": ("引号没有合上", "the quotes are not closed"),
    # -- expectations --------------------------------------------------------------------------
    "differs": ("{key}：期望 {wanted}，实际 {found}", "{key}: expected {wanted}, found {found}"),
    "not_illegal": (
        "记录声明自己不合法，其实合法",
        "the record is expected to be illegal, but it is legal",
    ),
}
"""Sentence by name: (zh, en)."""
