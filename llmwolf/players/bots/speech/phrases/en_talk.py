"""English sentences: grounds, calls, openings, the election, remarks, defence, PK, last words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "my_wolf": ("{t} is a wolf, I have seen it.", "No talk helps {t}: checked, and {t} is a wolf."),
    "checked": (
        "{t} is {r}'s wolf check, so for me {t} is a wolf.",
        "{r} checked {t}; {t} is a wolf.",
        "I, {me}, follow the check, {t} is a wolf.",
    ),
    "checked_maybe": (
        "{r} checked {t}, true or not; {t} looks like a wolf.",
        "A wolf check on {t} cannot be left lying: {t} looks like a wolf.",
    ),
    "rival": (
        "{t} claims against {r}, so {t} is a fake seer.",
        "With {r} real, {t} is a wolf.",
        "To me, {me}, {t} is the fake, so {t} is a wolf.",
    ),
    "rival_late": (
        "{t} claimed only after {r}; {t} is a fake.",
        "{r} first, {t} second: {t} is a wolf.",
        "I, {me}, do not buy a late claim, {t} is a wolf.",
    ),
    "badge_missed": ("The badge of {r} passed {t} by; {t} is a wolf.",),
    "badge_rival": (
        "{t} voted the badge to {c}; {t} looks like a wolf.",
        "In the badge ballot {t} lifted {c}: {t} looks like a wolf.",
    ),
    "sided_rival": (
        "{t} stands by {c}; {t} looks like a wolf.",
        "{t} keeps patching the story of {c}: {t} looks like a wolf.",
    ),
    "voted_seer": (
        "{t} voted {r} {when}; {t} looks like a wolf.",
        "{when} the vote of {t} went to {r}: {t} looks like a wolf.",
    ),
    "voted_gold": (
        "{t} voted {g} {when}, whom {r} cleared; {t} looks like a wolf.",
        "{g} is cleared by {r}, and {t} voted there {when}; {t} looks like a wolf.",
    ),
    "voted_my_gold": ("{t} voted {g} {when}, whom I cleared; {t} looks like a wolf.",),
    "voted_me": (
        "{t} voted me {when}; {t} looks like a wolf.",
        "{when} {t} was on me, and I know my card; {t} looks like a wolf.",
    ),
    "same_as_blast": ("{t} and the exploded {x} both voted {g} {when}; {t} looks like a wolf.",),
    "against_word": (
        "{t} called {a} {when} and voted {b}; {t} looks like a wolf.",
        "Words on {a}, vote on {b} {when}: {t} looks like a wolf.",
    ),
    "abstained": (
        "{t} abstained {when}; {t} looks like a wolf.",
        "No vote from {t} {when}, and {t} looks like a wolf.",
    ),
    "backed_blast": ("{t} vouched for {x}, who exploded; {t} looks like a wolf.",),
    "blast_backed": ("The exploded {x} vouched for {t}; {t} looks like a wolf.",),
    "mutual": ("{t} and the checked {x} vouch for each other; {t} looks like a wolf.",),
    "hit_gold": ("{t} attacks {g}, whom {r} cleared; {t} looks like a wolf.",),
    "hit_my_gold": ("{t} attacks {g}, whom I cleared; {t} looks like a wolf.",),
    "short": (
        "{t} said next to nothing {when}; {t} looks like a wolf.",
        "A turn thrown away {when}, so {t} looks like a wolf.",
    ),
    "no_side": (
        "{t} never chose between {r} and {c}; {t} looks like a wolf.",
        "Rounds of talk and no side from {t}; {t} looks like a wolf.",
    ),
    "remaining": (
        "By elimination {t} looks like a wolf.",
        "I find nothing good about {t}; {t} looks like a wolf.",
        "One place is left and it fits: {t} looks like a wolf.",
        "I, {me}, cannot clear one seat, {t} looks like a wolf.",
        "Of the rest I like one least: {t} looks like a wolf.",
        "No proof, but {t} looks like a wolf.",
    ),
    "trust_gold": ("{r} cleared {t}, so {t} is good.", "I keep {t}, cleared by {r}: {t} is good."),
    "trust_my_gold": ("Leave {t} alone, I checked: {t} is good.",),
    "trust_silver": ("{w} saved {t}, so {t} looks good.", "Silver water counts: {t} looks good."),
    "trust_votes": ("{t} voted {x} {when}, as I would; {t} looks good.",),
    "trust_side": ("{t} stands by {r} like me; {t} looks good.", "On my side of this: {t} looks good."),
    "call_checked": (
        "Vote {t}, the checked wolf goes first.",
        "No debate about a checked wolf: vote {t}.",
        "I, {me}, say vote {t}.",
    ),
    "call_rival": (
        "Vote {t}, the fake goes first.",
        "Take the fake out: vote {t}.",
        "I, {me}, say vote {t} and be rid of the fake.",
    ),
    "call_plain": (
        "Today I vote {t}.",
        "To name one, vote {t}.",
        "My ballot is settled: vote {t}.",
        "My ballot as {me} is for the record, vote {t}.",
        "Unless somebody changes my mind, vote {t}.",
        "I stand by it: vote {t}.",
        "For today: vote {t}.",
    ),
    "call_follow": (
        "{x} named it, and I vote {t} too.",
        "No split: with {x} I vote {t}.",
        "{x} convinced me, vote {t}.",
        "I, {me}, go with {x}, vote {t}.",
        "Same as {x}: vote {t}.",
        "I join {x}, vote {t}.",
        "{x} and I agree, vote {t}.",
        "Count me, {me}, with {x}, vote {t}.",
    ),
    "call_sheriff": (
        "As sheriff I close it: vote {t}.",
        "One name and no split: vote {t}.",
        "I, {me}, have the badge and say vote {t}.",
    ),
    "call_pk": ("Of the two of us, vote {t}.", "Keep me and vote {t}.", "I, {me}, ask you to vote {t}."),
    "no_call": (
        "I call for nobody yet.",
        "My vote stays open until the end.",
        "I, {me}, name nobody yet.",
        "Too early to call a name.",
        "Let the later seats help me choose.",
    ),
    "count_calls": ("I count {n} calls on {t}.", "{n} of you named {t}.", "By my count {n} want {t}."),
    "fall_back": ("Failing that, {b}.", "{b} would be second.", "Next after that is {b}."),
}

TALK: Final[Mapping[str, tuple[str, ...]]] = {
    "open": (
        "{me} speaking: ",
        "My turn: ",
        "Straight to it: ",
        "Let me sort this: ",
        "Right: ",
        "From {me}: ",
        "What I have: ",
        "After this round: ",
        "In short: ",
        "First things first: ",
    ),
    "candidate": (
        "{me}, a good card; I run so that wolves do not get the badge for free.",
        "I, {me}, run as a good card and want to hear more.",
        "I, {me}, run, and step down for a better claim.",
        "Not every candidate can be a wolf, and I, {me}, am good.",
    ),
    "first_to_speak": (
        "First to speak, so nothing to comment on.",
        "I, {me}, open, with no information at all.",
    ),
    "no_seer_yet": (
        "No seer so far, I wait for the check.",
        "Nobody has claimed yet, so I label nobody.",
        "I, {me}, have heard no check yet.",
        "Whoever the seer is, give us the reason for the check.",
    ),
    "will_step_down": (
        "There is a seer, so I will step down at the call.",
        "I, {me}, leave the badge to the seer.",
        "I will not fight a seer for the badge.",
    ),
    "heard_claim": (
        "{x} claims seer and gives {t} as {v}.",
        "One claim by {x}: {t} {v}.",
        "I, {me}, have noted {x} with {t} {v}.",
    ),
    "heard_two": (
        "{x} gives {t} {v}, {c} gives {b} {w}.",
        "Two claims: {x} with {t} {v}, {c} with {b} {w}.",
        "I, {me}, have both down, {x} on {t} {v}, {c} on {b} {w}.",
    ),
    "news_none": (
        "A peaceful night; no guesses who was saved.",
        "Nobody died, which need not mean the witch acted.",
        "No death, so we are not behind.",
    ),
    "news_one": (
        "{d} died alone, so that was the knife.",
        "We lost {d} last night.",
        "The knife fell on {d}; ask why.",
        "{d} is gone, mind the count.",
    ),
    "news_two": ("{d} died together, so one may be poison.", "Two gone, {d}; knife and poison perhaps."),
    "said_same_side": (
        "{x} sides with {r}, as I do.",
        "I agree with the side {x} took.",
        "{x} is with {r}, fine by me.",
    ),
    "said_other_side": ("{x} sides with {c}, which I do not share.", "I do not follow {x} to {c}."),
    "said_no_side": ("{x} took no side just now.", "I heard no position from {x}."),
    "said_same_call": ("{x} calls {t}, and so would I.", "{x} on {t} is fair."),
    "said_other_call": ("{x} calls {t}, I am not convinced.", "{t}, as {x} wants, is too quick for me."),
    "said_hits_me": ("{x} accuses me without a fact.", "I heard {x}; wrong direction."),
    "said_step_down": ("{x} stepped down, fine.", "I read nothing into {x} stepping down."),
    "answer_check": (
        "{c} calls me a wolf; I am good, so {c} is a fake.",
        "That check on me is false: {c} is a wolf.",
        "I, {me}, am good, so it is plain that {c} is a wolf.",
    ),
    "answer_calls": ("{a} named me today, so hear me out.", "I, {me}, am on the spot because of {a}."),
    "plea_votes": ("{when} I voted {x}, look it up.", "My vote {when} was {x}, nothing to hide."),
    "plea_side": ("I stood by {r} from the start.", "My side was {r} all along."),
    "plea": (
        "I, {me}, am good, exiling me helps the wolves.",
        "You lose a good seat with me, {me}.",
        "There is nothing to gain from me, {me}.",
    ),
    "quiet_day": (
        "Nobody feels off to me yet.",
        "I would rather not accuse on tone alone.",
        "I, {me}, have no wolf to offer yet.",
    ),
    "pits": (
        "My wolf places: {list}.",
        "I would put the wolves at {list}.",
        "I, {me}, have the wolves at {list}.",
    ),
    "pk_open": ("On the stand thanks to {a}.", "{a} put me, {me}, up here."),
    "pk_other": ("The other one is {t}, so about {t}.", "{t} should go before I do."),
    "pk_election": (
        "A tie, so once more: mind who gets the badge.",
        "I, {me}, ask again for a careful badge vote.",
    ),
    "bye_seer": ("All my checks once more.", "Before I, {me}, go, the checks again."),
    "bye_first_night": (
        "Out on the first night, so I heard little.",
        "I, {me}, leave on night one with little to say.",
    ),
    "bye_exile": (
        "You have the wrong one, but listen.",
        "Out by vote, then; last words.",
        "I, {me}, go, note who led this.",
    ),
    "bye_good": (
        "I, {me}, was good; read the votes again.",
        "Look at who voted for me.",
        "Do not split your votes again.",
        "The rest is yours, from me, {me}.",
    ),
    "bye_gold": ("{t} is cleared, follow {t}.", "I checked {t}; let {t} lead."),
}
