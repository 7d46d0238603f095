"""English sentences: grounds against a seat, good words for one, questions.

``{v}`` is the verdict, as firm as the belief behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "verdict_soft": (
        "a bit wolfish",
        "not a good look",
        "I lean wolf there",
        "slightly wolfish to me",
        "more wolf than not",
        "a wolf, at a guess",
        "I would not trust it",
    ),
    "verdict_mid": (
        "that looks like a wolf",
        "wolfish to me",
        "I read wolf there",
        "probably a wolf",
        "likely a wolf",
        "a wolf, I think",
        "a wolf is what I see",
        "my money is on wolf",
    ),
    "verdict_firm": (
        "that is a wolf",
        "no doubt, a wolf",
        "a wolf for sure",
        "surely a wolf",
        "a wolf, full stop",
    ),
    "and_same": ("Also, ", "On top of that, ", "What is more, ", "And ", "Besides, "),
    "and_other": ("Then ", "Next, ", "Further, ", "And then ", "Apart from that, "),
    "so": ("So ", "So then: ", "Which means: ", "In sum: "),
    "my_wolf": (
        "{t} is a wolf, I have seen it.",
        "No talk helps {t}: checked, and a wolf.",
        "I checked {t} myself, [nothing to discuss|that stands].",
    ),
    "checked": (
        "{t} is {r}'s wolf check, so for me a wolf.",
        "{r} checked {t}; {t} is a wolf.",
        "With {r} as seer {t} [has no way out|cannot be anything but a wolf].",
        "The check on {t} is {r}'s, and I take it [at its word|as it is]: a wolf.",
        "Nobody has dealt with {t} yet, whom {r} [checked|found]: a wolf.",
        "That check by {r} has not gone away, {t} is a wolf.",
        "{r} names {t} and I [see no reason to doubt|follow]: {t} is a wolf.",
    ),
    "checked_maybe": (
        "{r} checked {t}, true or not; {t} looks like a wolf.",
        "A wolf check on {t} cannot be left lying: {v}.",
        "{t} has {r}'s check to answer for [either way|whoever is right], {v}.",
    ),
    "rival": (
        "{t} claims against {r}, so {t} is a fake seer.",
        "With {r} real, {t} is a wolf.",
        "There is one seer, {r}, which makes {t} [the fake|a fake seer].",
        "The story of {t} is made up: {t} is a wolf.",
        "{t} cannot be the seer next to {r}, so {t} is a wolf.",
        "I do not believe a word of {t}'s claim; {t} is a fake.",
        "The wolves sent {t} to [claim|fool us], a fake against {r}.",
        "Two seers cannot be: {r} is mine, {t} is a fake.",
        "[Take away|Remove] {r} and {t} still has no reasons: {t} is a fake.",
        "{t}'s checks [serve the wolves|only help wolves], {r}'s do not; {t} is a fake.",
    ),
    "rival_late": (
        "{t} claimed only after {r}; {t} is a fake.",
        "{r} first, {t} second: {t} is a wolf.",
        "I do not buy a claim that waits for {r}'s: {t} is a wolf.",
        "{t} heard {r} out and then claimed; [a fake|that is how fakes do it].",
        "{r} spoke, {t} listened, {t} claimed: {t} is a wolf.",
        "A seer does not wait as {t} waited for {r}; {t} is a fake.",
        "{t} was pushed into that claim after {r}'s; {t} is a wolf.",
        "Look at the order, {r} before {t}: {t} is a [fake|wolf].",
        "Only when {r} was done did {t} [stand up|find a check]; {t} is a wolf.",
    ),
    "my_rival": (
        "{t} claims against me, so {t} is a fake seer.",
        "I am the seer, which leaves {t} [nothing but the fake|a fake].",
        "The story of {t} [cannot hold against mine|is invented]: {t} is a wolf.",
    ),
    "my_rival_late": (
        "{t} claimed only after me; {t} is a fake.",
        "{t} waited for my report and [made one to fit|then came up with another]: {t} is a wolf.",
    ),
    "badge_missed": (
        "The badge of {r} passed {t} by; {t} is a wolf.",
        "{t} was first in {r}'s flow and got no badge, [so a wolf|which says wolf].",
        "By {r}'s badge {t} is a wolf.",
        "{r} went round {t} with the badge, and the flow says why: {t} is a wolf.",
        "Read the flow of {r}: {t} first, [no badge|badge elsewhere], so {t} is a wolf.",
        "If {t} were good the badge of {r} would be there; {t} is a wolf.",
        "The last check of {r} was {t}, [told by the badge|as the badge tells]: a wolf.",
        "{r} left us one more check in the badge, {t}, a wolf.",
    ),
    "reported": ("{r} saw it, {t} is a wolf.", "I take the word of {r} about {t}: {v}."),
    "contested": (
        "{t} and {x} both claim {card}; one lies, and [I say|to me] it is {t}.",
        "Two claims to {card}, {x} and {t}: about {t}, {v}.",
    ),
    "usurps": (
        "{t} claims {card}, [which is my card|and I hold it]: {t} is a wolf.",
        "The {card} is me, so {t} [lies|made that up] and is a wolf.",
        "No good seat takes my {card} from me; {t} is a wolf.",
    ),
    "proved_liar": (
        "{x} proved to be the {card}, so {t}'s claim [was a lie|is false]: {t} is a wolf.",
        "There is one {card}, and it was {x}; {t} [made it up|lied about it]: {t} is a wolf.",
        "{t} said {card}, we all saw that it is {x}: {t} is a wolf.",
    ),
    "beside_bear": (
        "The bear roared with {t} beside {b}: {v}.",
        "{t} sat next to {b} when the bear roared; {v}.",
        "Somebody beside {b} is bad, and {t} sits there: {v}.",
        "The roar beside {b} has to be [somebody|one of two], and {t} is closest to it: {v}.",
    ),
    "voted_seer": (
        "{t} voted {r} {when}, [voting a seer out|against the seer]: {v}.",
        "{when} the vote of {t} went to {r}: {v}.",
        "I find {t} [in the ballot|among the votes] against {r} {when}; {v}.",
    ),
    "voted_gold": (
        "{t} voted {g} {when}, whom {r} cleared; {v}.",
        "{g} is cleared by {r}, and {t} voted there {when}; {v}.",
        "Voting {g} {when}, cleared as {g} was by {r}: {v}, {t}.",
    ),
    "voted_my_gold": (
        "{t} voted {g} {when}, whom I cleared; {v}.",
        "I cleared {g}, and {when} {t} voted there; {v}.",
    ),
    "voted_me": (
        "{t} voted me {when}; {v}.",
        "{when} {t} was on me, and I know my card; {v}.",
        "I had {t}'s vote {when}, [without a reason|for nothing]: {v}.",
    ),
    "same_as_blast": (
        "{t} and the exploded {x} both voted {g} {when}; {v}.",
        "{when} {t} was on {g} together with {x}, who exploded: {v}.",
    ),
    "against_word": (
        "{t} called {a} {when} and voted {b}; {v}.",
        "Words on {a}, vote on {b} {when}: {t}, {v}.",
        "{when} {t} said {a} and voted {b}; {v}.",
    ),
    "abstained": (
        "{t} abstained {when}; {v}.",
        "No vote from {t} {when}, [hiding|afraid of the record]: {v}.",
    ),
    "badge_rival": (
        "{t} voted the badge to {c}; {v}.",
        "In the badge ballot {t} lifted {c}: {v}.",
        "The badge vote of {t} went to {c}, [a fake|the fake]: {v}.",
        "{c} had {t}'s vote for the badge; {v}.",
    ),
    "sided_rival": (
        "Siding with {c} as {t} [did|does]: {v}.",
        "The story of {c} is being patched by {t}: {v}.",
        "{c} is the fake to me and {t} [backs it|speaks for it]; {v}.",
        "Behind {c} I find {t}, [misled or a mate|fooled or worse]: {v}.",
    ),
    "gold_of_rival": (
        "{t} was cleared by {c} only, [worth nothing|and a fake clears mates]: {v}.",
        "A good check from {c} [says little for|tells against] {t}: {v}.",
    ),
    "backed_blast": (
        "Vouching for {x}, who exploded, as {t} did: {v}.",
        "{x} exploded, and {t} had vouched there; {v}.",
    ),
    "blast_backed": (
        "The exploded {x} vouched for {t}; {v}.",
        "{t} was praised by {x}, who exploded: {v}.",
    ),
    "mutual": (
        "{t} and the checked {x} vouch for each other; {v}.",
        "A checked {x} and {t}, all praise: {v}.",
    ),
    "hit_gold": (
        "{g} is cleared by {r}, and {t} attacks; {v}.",
        "On {g}, cleared by {r}, {t} will not let go: {v}.",
    ),
    "hit_my_gold": ("I cleared {g}, and {t} attacks; {v}.", "{t} on {g}, whom I cleared: {v}."),
    "hits_me": (
        "{t} came for me, and I know my card; {v}.",
        "A push on me by {t} [without a fact|out of nothing]: {v}.",
        "I am good, so {t}'s finger on me [counts|tells]: {v}.",
    ),
    "joins_call": (
        "{t} took {a} from {x} without a reason of [one|any] kind; {v}.",
        "After {x} called {a}, so did {t}, [an echo|no view there]: {v}.",
    ),
    "first_call": (
        "{t} was first on {a}, [early|before there was anything]; {v}.",
        "The push on {a} began with {t}, [too quick|and reasons did not follow]: {v}.",
    ),
    "no_call_made": (
        "{t} talked and named nobody; {v}.",
        "Not one name from {t} today, [room to turn|a way out kept]: {v}.",
    ),
    "short": (
        "{t} said next to nothing {when}; {v}.",
        "A turn thrown away by {t} {when}: {v}.",
    ),
    "no_side": (
        "{t} never chose between {r} and {c}; {v}.",
        "Rounds of {r} against {c} and no side from {t}; {v}.",
    ),
    "unheard": (
        "{t} has not spoken yet and I want to hear [a position|some reasons].",
        "Of those still to speak I name {t}, [until I hear better|for now].",
        "I put a question mark on {t}, who [has yet to speak|comes after me].",
    ),
    "tone": (
        "{t} sounded [unsure|hollow|rehearsed], only tone but still: {v}.",
        "By ear alone I like {t} least, [call it a hunch|no proof].",
        "What {t} said [slid past the point|stayed in the air]: {v}.",
    ),
    "herd": (
        "{x} named {t}, and I have [nobody better|no reason to save that seat]: {v}.",
        "No proof of my own on {t}, but {x} pointed there first: {v}.",
        "I borrow the eyes of {x} on {t}, [having none of my own|for today]: {v}.",
        "Nothing I saw myself, but {x} [went for|picked] {t}; {v}.",
    ),
    "remaining": (
        "By elimination {t}: {v}.",
        "I find nothing good about {t}; {v}.",
        "One place is left and it fits {t}: {v}.",
        "I cannot clear {t}, {v}.",
        "Of the rest I like {t} least: {v}.",
        "No proof on {t}, but {v}.",
        "Nobody speaks for {t}, [nothing does|not even the votes]: {v}.",
        "With the others set aside {t} is what [remains|I am left with], {v}.",
    ),
    "worn": (
        "On {t} the case was made by {x}, [no need to repeat it|I only sign it]: {v}.",
        "As {x} said of {t}: {v}.",
        "What I have on {t} came up with {x} already; {v}.",
        "The points on {t} are out, [see|thanks to] {x}: {v}.",
        "On {t} I have nothing to add to {x}: {v}.",
    ),
    "seen_quiet": (
        "Not a word about {t} from {x}, [which I note|with all that talk].",
        "{x} went round {t} without a word, [why|a question mark].",
    ),
    "seen_backs": (
        "With all these calls {x} still believes {t}, [I will watch that ballot|mistaken or worse].",
        "Still behind {t}: {x}, [whose ballot will tell|and I wait for reasons].",
    ),
    "seen_crowd": (
        "{a} began on {t}, then came {b}, [and a wolf may hide in that line|I keep that order in mind].",
        "First on {t} was {a}, behind that {b}: [look at who had reasons|the ballots will tell].",
    ),
    "seen_waiting": (
        "{n} calls on {t}, whose turn is still to come, [so hear that first|fair is fair].",
        "{n} calls are waiting for {t} to speak, [I listen|let us listen].",
    ),
    "trust_gold": (
        "{r} cleared {t}, so {t} is good.",
        "I keep {t}, cleared by {r}: {t} is good.",
        "Hands off {t}, [checked good by {r}|{r} has cleared that seat].",
        "{t} is {r}'s good check, [so no votes there|leave it be].",
    ),
    "trust_golds": (
        "{r} and {c} both cleared {t}, so {t} is good [either way|whoever is real].",
        "Two good checks on {t}, by {r} and {c}: {t} is good.",
    ),
    "trust_my_gold": ("Leave {t} alone, I checked: {t} is good.", "I cleared {t}, so {t} is good."),
    "trust_silver": ("{w} saved {t}, so {t} looks good.", "Saved by {w}, {t} looks good."),
    "trust_my_silver": ("I saved {t}, so {t} looks good.", "My antidote went to {t}; {t} looks good."),
    "trust_votes": (
        "{t} voted {x} {when}, as I would; {t} looks good.",
        "For the vote on {x} {when}, {t} looks good.",
    ),
    "trust_side": ("With {r} like me, {t} looks good.", "For standing by {r}, {t} looks good."),
    "ask_word": (
        "Tell us, {t}: why say {a} {when} and vote {b}?",
        "What made {t} call {a} {when} and then vote {b}?",
    ),
    "ask_vote": ("A question to {t}: why {g} {when}?", "What was the vote on {g} {when} about, {t}?"),
    "ask_side": ("What makes you believe {c}, {t}?", "A question to {t}: which word of {c} won you over?"),
    "ask_open": ("Will {t} tell us a side and a name, please?", "Whom do you want out today, {t}, and why?"),
    "ask_check": ("I would ask {t}: why {g} of all seats?", "What led you to {g}, {t}, that night?"),
}
