"""The words of a report: (zh, en)."""

from __future__ import annotations

from typing import Final

from llmwolf.players.words import Pair, pick

_WORDS: Final[dict[str, Pair]] = {
    "title": ("{board} · 复盘", "{board} · coach's report"),
    "board": ("板子", "Board"),
    "cards": ("牌", "Cards"),
    "players": ("人数", "Seats"),
    "result": ("结果", "Result"),
    "unfinished": ("还没打完", "unfinished"),
    "imported": ("来源", "Source"),
    "imported_from": ("由{form}导入", "imported from {form}"),
    "record": ("记录", "Record"),
    "eyes": ("谁的视角", "Seen by"),
    "public": ("公开信息", "the public"),
    "contents": ("目录", "Contents"),
    "after": ("复盘：以下用到底牌", "After the game: what follows uses the cards"),
    "after_note": (
        "以上只用公开信息{mine}，当时就能知道；以下用到底牌，当时没有人能知道。",
        "What stands above uses public events only{mine}: it could be known at the time. What follows uses "
        "the cards, which nobody could see.",
    ),
    "and_mine": ("和{seat}号自己的视角", " and what seat {seat} itself knew"),
    # -- the table -----------------------------------------------------------------------------
    "table": ("座位", "The table"),
    "col_seat": ("座位", "Seat"),
    "col_player": ("玩家", "Player"),
    "col_claims": ("自称", "Claimed"),
    "col_out": ("出局", "Out"),
    "col_badge": ("警徽", "Badge"),
    "col_card": ("底牌", "Card"),
    "col_won": ("胜负", "Result"),
    "elected": ("当选", "elected"),
    "passed_on": ("接任", "passed on"),
    "won": ("胜", "won"),
    "lost": ("负", "lost"),
    "in": ("在场", "in"),
    # -- odds ----------------------------------------------------------------------------------
    "odds": ("胜率曲线", "Odds"),
    "truth": ("按底牌的胜率曲线", "Odds, with the cards"),
    "odds_public": ("好人胜率，只凭公开信息", "The good side's odds, by public events alone"),
    "odds_seat": ("好人胜率，按{seat}号当时所知", "The good side's odds, by what seat {seat} knew"),
    "odds_true": ("好人胜率，按底牌", "The good side's odds, with the cards"),
    "odds_about": (
        "电脑（{level}水平，种子 {seed}）从每一刻接着打下去，好人赢了几成；色带是 95% 区间。"
        "说的是电脑会打成什么样，人未必。",
        "How many games in a hundred the good side wins when bots ({level}, seed {seed}) go on from each "
        "moment; the band is the 95 % interval. It says what bots make of it, not what people would.",
    ),
    "odds_legend": ("● 算细的时刻 · ◎ 关键时刻两端", "● reckoned in full · ◎ ends of a key moment"),
    "odds_sketched": (
        " · ○ 虚线：只粗看过的 {count} 个时刻（各 {games} 局），不列表；--all 全部算细",
        " · ○ dashed: {count} moments that were only sketched ({games} games each), not listed; "
        "--all reckons them",
    ),
    "odds_dim": (
        "暗色的条：只粗看过的 {count} 个时刻（各 {games} 局），不列表；--all 全部算细",
        "Dim bars: {count} moments that were only sketched ({games} games each), not listed; "
        "--all reckons them",
    ),
    "odds_rows": ("算细的时刻", "Moments reckoned in full"),
    "key_moments": ("关键时刻", "Key moments"),
    "col_moment": ("时刻", "Moment"),
    "col_event": ("事件", "Event"),
    "col_after": ("此事之后", "After"),
    "col_odds": ("好人胜率", "Good side"),
    "col_interval": ("95% 区间", "95 % interval"),
    "col_games": ("局数", "Games"),
    "col_change": ("变化", "Change"),
    "col_cause": ("其间的决定", "What was decided"),
    "col_better": ("更好的选择", "Best other answer"),
    "no_world": ("没有相符的牌面", "no world fits"),
    "no_better": ("没有可以比较的选择", "no answer to weigh"),
    "no_better_speech": ("发言不比较", "speeches are not weighed"),
    "no_better_night": (
        "夜里的选择要看底牌才比较（--true）",
        "what is done by night is weighed with the cards (--true)",
    ),
    "no_better_ballot": ("单独改哪一票都改不了结果", "no single ballot would have changed it"),
    "and_more": ("另 {count} 件，到", "and {count} more, up to"),
    "the_end": ("终局", "the end"),
    "no_swings": ("没有超出误差的转折。", "No change is bigger than its interval."),
    # -- votes ---------------------------------------------------------------------------------
    "votes": ("票型流向", "Vote flow"),
    "votes_note": (
        "一行一个投票人，一列一次投票，格里是投给几号，粗体是票最多的；— 是弃票，空白是没有票权。",
        "A row for each voter, a column for each ballot: the seat voted for, bold where it had the most; "
        "— abstained, blank: had no vote.",
    ),
    "badge_ballot": ("警长", "badge"),
    "badge_pk_ballot": ("警长PK", "badge PK"),
    "ballot": ("放逐", "exile"),
    "pk_ballot": ("PK", "PK"),
    "col_voter": ("投票人", "Voter"),
    "tally": ("票数", "Tally"),
    "outcome": ("结果", "Outcome"),
    "nobody": ("无人", "nobody"),
    # -- talk ----------------------------------------------------------------------------------
    "claims": ("身份与报验", "Claims"),
    "claims_note": (
        "谁在什么时候说了什么；说过不等于是真的。",
        "Who said what and when. What was said need not be true.",
    ),
    "suspicions": ("踩、保与归票", "Suspicions, trust, calls"),
    "act_side": ("站边", "Sides with"),
    "act_suspect": ("怀疑", "Suspects"),
    "act_trust": ("信任", "Trusts"),
    "act_vote": ("归票", "Calls to vote"),
    "col_who": ("谁", "Who"),
    "col_when": ("时候", "When"),
    "col_claim": ("说法", "Claim"),
    "col_words": ("原话", "Words"),
    "col_source": ("出处", "Read from"),
    "structured": ("随发言附上", "attached"),
    "text": ("原文", "words"),
    "findings": ("与记录不符之处", "At odds with the record"),
    "findings_note": (
        "只是对不上，不是说谎：口误、听错、策略都会这样。",
        "At odds, not lies: a slip, a misheard word or a plan all look like this.",
    ),
    "phrased": ("模型的说法：{text}", "a model's words: {text}"),
    "after_findings": ("与自己所知不符、泄露的话", "At odds with what the speaker knew, and leaks"),
    "col_what": ("什么", "What"),
    "col_said": ("说的", "Said"),
    "col_record": ("对照", "Record"),
    "none_found": ("没有。", "None."),
    "reviews": ("发言点评", "Speeches"),
    "reviews_note": (
        "对照清单，看有没有说到；有、有但、没有都不是分数。",
        "Against checklists: whether a point was made. Present, present but, and missing are no marks.",
    ),
    "after_reviews": ("对照底牌看发言", "Speeches, with the cards"),
    "col_list": ("清单", "Checklist"),
    "col_point": ("要点", "Points"),
    "manners": ("礼仪", "Manners"),
    "figures": ("数据", "Figures"),
    "figures_note": (
        "每格：数值（几例）。没有数据的座位是空白，不是 0；一局的数很小，只能描述，不能比高下。",
        "Each cell: the value (how many cases). A seat without data is blank, not 0; one game is few: "
        "good to describe only.",
    ),
    "after_figures": ("用到底牌的数据", "Figures that use the cards"),
    "col_feature": ("指标", "Figure"),
    "by_seat": ("各座位", "By seat"),
    # -- the rest ------------------------------------------------------------------------------
    "known": ("当时能知道什么", "What could have been known"),
    "known_note": (
        "按行动者自己当时的视角：有几种发牌相符，谁已经确定，高手电脑会把所选排第几（并列同名次）。"
        "“被疑”是已知不是狼的人在别人眼里多像狼。",
        "By the actor's own view then: how many deals fit, who is certain, how an expert bot ranks the "
        "choice (ties share a rank). “Suspected” is how much like a wolf to others somebody looks who is "
        "known to be none.",
    ),
    "col_act": ("行动", "Act"),
    "col_deals": ("相符的发牌", "Deals that fit"),
    "col_wolves": ("必狼", "Wolves for certain"),
    "col_good": ("必非狼", "No wolves for certain"),
    "col_rank": ("所选排名", "Rank of choice"),
    "col_best": ("最优先", "First choice"),
    "notes": ("批注", "Notes"),
    "col_tags": ("标签", "Tags"),
    "col_text": ("批注", "Note"),
    "log": ("对局记录", "The log"),
    "log_note": ("编号是事件号，别处的 # 都指到这里。", "Event numbers; every # above points here."),
    "hidden_log": ("法官的记录", "The judge's log"),
    "cards_dealt": ("底牌与胜负", "Cards and winners"),
    "import_remarks": ("导入说明", "On the import"),
    "night": ("第{day}夜", "Night {day}"),
    "day": ("第{day}天", "Day {day}"),
    "start": ("开局", "The start"),
    "last_words": ("遗言", "last words"),
    "whisper": ("狼队夜谈", "to the pack"),
    "said_nothing": ("（没有发言）", "(said nothing)"),
    "not_noted": ("（没有记下发言）", "(no words on record)"),
    "cut_in": ("——（被打断）", " — (cut off)"),
    "limit": ("——（到字数上限）", " — (at the limit of length)"),
    "rows": ("{count} 行", "rows: {count}"),
    "in_page": ("见网页版（--html）：{tables}", "In the page (--html): {tables}"),
    "in_page_or_seat": (
        "见网页版（--html），或用 --seat 看一个座位：{tables}",
        "In the page (--html), or for one seat with --seat: {tables}",
    ),
    "no_odds": ("没有计算胜率（--no-odds）。", "Odds were not reckoned (--no-odds)."),
}

COLON: Final[Pair] = ("：", ": ")
COMMA: Final[Pair] = ("、", ", ")


def w(key: str, lang: str, **parts: object) -> str:
    """The words called ``key``."""
    return pick(_WORDS[key], lang).format(**parts)
