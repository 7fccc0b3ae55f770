"""The rules for players, in the site's own words. Their numbers are those of docs/rules.md, which says each exactly.

A number inside a sentence becomes a link to its rule where it is shown.
"""

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Rule(NamedTuple):
    """A rule by its number, its name and what it says, a paragraph each."""

    number: str
    name: Promise
    words: tuple[Promise, ...]


class Chapter(NamedTuple):
    """Rules that belong together, with the name of their place on the page."""

    slug: str
    name: Promise
    opening: Promise
    rules: tuple[Rule, ...]


CHAPTERS: Final = (
    Chapter(
        "parts",
        _("What is in the box"),
        _("An island of tiles, two decks of cards, six roles and a water meter."),
        (
            Rule(
                "P1",
                _("Tiles, cards and seats"),
                (
                    _(
                        "The island is 24 tiles, each dry, flooded or sunk. Each has one flood card. There are 28 "
                        "treasure cards: five of each treasure, three Helicopter Lifts, two Sandbags, three Waters "
                        "Rise!"
                    ),
                    _("Two to four seats play, each with one of six roles; no role is there twice."),
                ),
            ),
            Rule(
                "P2",
                _("The water meter"),
                (
                    _(
                        "Its mark says how many flood cards a turn brings: from two at the bottom to five below the "
                        "skull. The difficulty is the mark at which a game begins."
                    ),
                ),
            ),
            Rule(
                "P3",
                _("What everybody sees"),
                (
                    _(
                        "Hands and discard piles lie open, for spectators too. The order of both draw piles is "
                        "hidden from everybody while the game runs."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "setup",
        _("Set-up"),
        _("The table lays everything out by itself, from a seed that can be checked after the game."),
        (
            Rule("U1", _("The island"), (_("The tiles fill the island’s outline at random, all of them dry."),)),
            Rule(
                "U2",
                _("The first floods"),
                (
                    _(
                        "Six flood cards are turned, and their tiles are flooded, whichever they are: Fools’ Landing "
                        "too. The six cards begin the flood discard pile."
                    ),
                ),
            ),
            Rule(
                "U3",
                _("Roles and pawns"),
                (
                    _(
                        "Roles are dealt at random; in a casual game they may be chosen instead. A pawn starts on "
                        "the tile of its role, flooded or not."
                    ),
                ),
            ),
            Rule(
                "U4",
                _("First hands"),
                (
                    _(
                        "Each seat gets two treasure cards, and no Waters Rise! is among them: the three are "
                        "shuffled into the rest of the deck afterwards."
                    ),
                ),
            ),
            Rule(
                "U5",
                _("Who begins"),
                (_("The first seat begins. Who sits where is left to chance, or to the host."),),
            ),
            Rule(
                "U6",
                _("Played on from another game"),
                (
                    _(
                        "A casual game may go on from any moment of a game that is over, with the same roles. "
                        "Everything lies as it lay then, but the cards of both draw piles are shuffled anew; flood "
                        "cards that were known to lie above others (C1) still do."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "turn",
        _("A turn"),
        _("Act, draw two treasure cards, draw flood cards: then the next seat."),
        (
            Rule(
                "T1",
                _("Up to three actions"),
                (
                    _(
                        "Take up to three actions (A1 to A4, and those of the roles). None is owed, and what is left "
                        "is lost. After the third the turn still waits for you to draw: a last move can be taken "
                        "back, and others may play a card."
                    ),
                ),
            ),
            Rule("T2", _("Two treasure cards"), (_("Draw two treasure cards, one after the other."),)),
            Rule(
                "T3",
                _("Flood cards"),
                (
                    _(
                        "Then turn as many flood cards as the water meter shows now, rises of this turn included, "
                        "one after the other."
                    ),
                ),
            ),
            Rule("T4", _("The next seat"), (_("Then it is the turn of the next seat."),)),
            Rule(
                "T5", _("Nothing draws by itself"), (_("Every card is drawn by a press of the seat whose turn it is."),)
            ),
        ),
    ),
    Chapter(
        "actions",
        _("Actions"),
        _("Four things that everybody can do, for one action each."),
        (
            Rule(
                "A1",
                _("Move"),
                (
                    _(
                        "To a tile beside yours: north, south, east or west, dry or flooded. Not across corners, and "
                        "not to or over open sea."
                    ),
                ),
            ),
            Rule(
                "A2",
                _("Shore up"),
                (_("Your own tile or one beside it that is flooded becomes dry."),),
            ),
            Rule(
                "A3",
                _("Give"),
                (
                    _(
                        "Give one treasure card from your hand to a pawn on your tile. Never a Helicopter Lift or "
                        "Sandbags, and never a treasure that is captured. Nobody takes. Whoever receives it may hold "
                        "no card or five (H2)."
                    ),
                ),
            ),
            Rule(
                "A4",
                _("Capture a treasure"),
                (
                    _(
                        "On one of the treasure’s two tiles, dry or flooded, put away exactly four of its cards from "
                        "your own hand, and the team has it. A fifth card stays. Cards of other seats do not count."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "roles",
        _("Roles"),
        _("Each role bends one rule."),
        (
            Rule(
                "R-E",
                _("Engineer"),
                (
                    _(
                        "Shores up one or two flooded tiles by one action, both in reach from where the pawn stands. "
                        "Both are named at once: a second tile cannot be kept for later."
                    ),
                ),
            ),
            Rule(
                "R-X",
                _("Explorer"),
                (
                    _(
                        "Moves, shores up and swims across corners too, to all eight neighbours; also between two "
                        "spaces that are open sea."
                    ),
                ),
            ),
            Rule(
                "R-D",
                _("Diver"),
                (
                    _(
                        "Goes on through any number of flooded or sunk tiles that lie side by side, all by one action, "
                        "and ends on another tile, dry or flooded. A dry tile can only be the end. Sea that never held "
                        "a tile is not crossed."
                    ),
                ),
            ),
            Rule(
                "R-P",
                _("Pilot"),
                (
                    _(
                        "Flies to any tile for one action, once in each turn of the Pilot. Ordinary moves are not "
                        "limited, and a move to a tile beside the pawn is always one of them: it never uses the "
                        "flight up."
                    ),
                ),
            ),
            Rule(
                "R-M",
                _("Messenger"),
                (
                    _(
                        "Gives cards to any seat, wherever its pawn stands. Others give to the Messenger on the same "
                        "tile only."
                    ),
                ),
            ),
            Rule(
                "R-N",
                _("Navigator"),
                (
                    _(
                        "Moves the pawn of one other seat one or two steps by one action, to a tile other than its "
                        "own. Nobody is asked first. Each step is one that this pawn could take: the Explorer’s also "
                        "across a corner; the Diver’s first may end in a sunk space, the second on a tile; the "
                        "Pilot’s are plain, and the flight is kept. For everybody but the Diver both steps end on "
                        "tiles."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "cards",
        _("Cards"),
        _("What the treasure deck holds besides treasures, and when it can be played."),
        (
            Rule(
                "C1",
                _("Waters Rise!"),
                (
                    _(
                        "The marker rises one mark. At the skull the game is lost at once. Otherwise the flood "
                        "discard pile, if there is one, is shuffled and laid on top of the flood draw pile: what was "
                        "flooded comes again. The card goes to the treasure discard pile. It never enters a hand, "
                        "and no card is drawn in its place."
                    ),
                ),
            ),
            Rule(
                "C2",
                _("Two of them in one turn"),
                (_("Two marks, and one shuffle: the second time the discard pile is empty."),),
            ),
            Rule(
                "C3",
                _("The treasure deck runs out"),
                (
                    _(
                        "As soon as the last treasure card has been dealt with, the discard pile is shuffled and is "
                        "the new draw pile. That is before anybody puts cards away for the hand limit."
                    ),
                ),
            ),
            Rule(
                "C4",
                _("Helicopter Lift"),
                (
                    _(
                        "Brings one or more pawns that stand on one tile to one other tile that has not sunk. Whose "
                        "pawns they are does not matter."
                    ),
                ),
            ),
            Rule("C5", _("Sandbags"), (_("Any flooded tile becomes dry. Never a sunk one."),)),
            Rule(
                "C6",
                _("When they are played"),
                (
                    _(
                        "Helicopter Lift and Sandbags cost no action. Any seat plays them whenever something is "
                        "decided: during anybody’s actions, before each treasure card, while somebody must put a "
                        "card away, before each flood card, while somebody must swim."
                    ),
                    _(
                        "Never between the turning of a card and what it does: a tile whose card was turned cannot "
                        "be saved by Sandbags."
                    ),
                ),
            ),
            Rule(
                "C7",
                _("Where played cards go"),
                (_("A card that is played or put away lies on the treasure discard pile."),),
            ),
        ),
    ),
    Chapter(
        "hand",
        _("Hand limit"),
        _("A hand holds five cards."),
        (
            Rule(
                "H1",
                _("Five cards"),
                (
                    _(
                        "Helicopter Lifts and Sandbags count. Who draws puts things right after the second card: "
                        "there may be six after the first."
                    ),
                ),
            ),
            Rule(
                "H2",
                _("A card that was given"),
                (
                    _(
                        "Who is given a sixth card puts things right at once, before anything else goes on, whoever’s "
                        "turn it is."
                    ),
                ),
            ),
            Rule(
                "H3",
                _("Everybody waits"),
                (
                    _(
                        "Until every hand is within the limit, whoever is over it puts a card away or plays a special "
                        "one, which counts; everybody else may play special cards, and nothing else is possible."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "floods",
        _("Floods"),
        _("What a flood card does, and what becomes of pawns."),
        (
            Rule("F1", _("A dry tile"), (_("It becomes flooded, and its card goes to the flood discard pile."),)),
            Rule("F2", _("A flooded tile"), (_("It sinks. Tile and card leave the game for good."),)),
            Rule("F3", _("Both in one turn"), (_("A tile may be flooded and sink within one turn."),)),
            Rule(
                "F4",
                _("The flood deck runs out"),
                (
                    _(
                        "As soon as the last flood card has done its work, the discard pile is shuffled and is the "
                        "new draw pile; drawing goes on. That is before any pawn swims."
                    ),
                ),
            ),
            Rule(
                "F5",
                _("Pawns on the tile"),
                (
                    _(
                        "On a flooded tile pawns stay. On a sinking one they swim at once, before the next flood "
                        "card. Each seat chooses for its own pawn; if there are several, their order is free."
                    ),
                ),
            ),
            Rule(
                "F6",
                _("Where they swim"),
                (
                    _(
                        "To a tile beside the one that sank, dry or flooded. The Explorer across corners too. The "
                        "Pilot to any tile, and that is not the flight. The Diver to the nearest tile, counted in "
                        "steps over spaces of the island; among equally near ones the seat chooses."
                    ),
                ),
            ),
            Rule(
                "F7",
                _("Lifted off"),
                (_("Instead of swimming a pawn may be lifted off by anybody’s Helicopter Lift (C4, C6)."),),
            ),
            Rule(
                "F8",
                _("Nowhere to swim"),
                (
                    _(
                        "If a pawn can swim nowhere the game is lost at once, unless some seat holds a Helicopter "
                        "Lift. Then the pawn waits for it, and nothing is possible but special cards and the swims "
                        "of other pawns. After each special card this is looked at again: the last lift may have "
                        "gone elsewhere."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "ending",
        _("The end"),
        _("One way to win, four ways to lose."),
        (
            Rule(
                "E1",
                _("Won"),
                (
                    _(
                        "All four treasures are captured, every pawn stands on Fools’ Landing, dry or flooded, and a "
                        "seat plays a Helicopter Lift: everybody lifts off. That may be at any moment of C6."
                    ),
                ),
            ),
            Rule(
                "E2",
                _("Lost"),
                (
                    _(
                        "At once, when the water reaches the skull; when Fools’ Landing sinks; when both tiles of a "
                        "treasure that is not captured have sunk; when a pawn drowns (F8). If several come together, "
                        "the first of this list is named."
                    ),
                    _("A treasure’s tile that is only flooded loses nothing, nor does one whose treasure is captured."),
                ),
            ),
            Rule("E3", _("After the end"), (_("A finished game takes no action."),)),
        ),
    ),
    Chapter(
        "taking-back",
        _("Taking back"),
        _("A slip may be mended as long as nothing came of it."),
        (
            Rule(
                "D1",
                _("Moves"),
                (
                    _(
                        "Whose turn it is takes back a move of this turn (step, flight, dive, or the Navigator’s) if "
                        "nothing has happened since; then the one before, if that is a move as well."
                    ),
                ),
            ),
            Rule(
                "D2",
                _("Nothing else"),
                (
                    _(
                        "Shoring up, giving, capturing, drawing and special cards, those of other seats above all, "
                        "stand, and so do the moves before them. What turned a card over is never taken back."
                    ),
                ),
            ),
            Rule(
                "D3",
                _("What comes back"),
                (
                    _(
                        "The action, and the Pilot’s flight. Everybody sees that something was taken back; the record "
                        "of the game leaves it out."
                    ),
                ),
            ),
        ),
    ),
    Chapter(
        "clock-plays",
        _("When the clock plays"),
        _(
            "How a seat is played whose time is up or whose player has left: not well, but by a rule that anybody can "
            "check beforehand. It sees what everybody sees, knows no chance, and does one thing at a time."
        ),
        (
            Rule(
                "K1",
                _("What it does"),
                (
                    _(
                        "What the seat owes: a card to put away (H3), else a swim (F5), else the next card of its "
                        "turn. A special card of a seat that has not left is played only to save a pawn (K4). For "
                        "one that has left and owes nothing it plays no more than the special cards of K3, K4, K8 "
                        "and K9."
                    ),
                ),
            ),
            Rule(
                "K2",
                _("No actions"),
                (
                    _(
                        "It spends none. In its turn the seat draws at once, the second treasure card too, then turns "
                        "its flood cards."
                    ),
                ),
            ),
            Rule(
                "K3",
                _("Winning"),
                (_("A seat that has left and can win by its Helicopter Lift (E1) does so, at any moment of C6."),),
            ),
            Rule(
                "K4",
                _("Saving a pawn"),
                (
                    _(
                        "A pawn that can swim nowhere (F8) is lifted: for its own seat when that seat’s time is up or "
                        "it has left; and at once, where every Helicopter Lift in a hand belongs to a seat that has "
                        "left. While somebody who is still there holds one, those who left leave the choice to them."
                    ),
                ),
            ),
            Rule(
                "K5",
                _("Whose lift"),
                (
                    _(
                        "That of a seat that has left comes first, then that of the drowning seat, then anybody’s; "
                        "the lowest seat first. It takes all pawns of the tile that can swim nowhere and no others, "
                        "and sets them down by K7."
                    ),
                ),
            ),
            Rule(
                "K6",
                _("Which card goes"),
                (
                    _(
                        "The one of least use to the team, the first of this list that is in the hand: a card of a "
                        "captured treasure; a card of which all hands together hold all five, unless this hand holds "
                        "exactly four; any other treasure card, unless this hand holds exactly four; Sandbags; a "
                        "Helicopter Lift; one of exactly four."
                    ),
                    _(
                        "Within one place of the list goes the kind of which all hands hold fewest, then this hand, "
                        "then the kind of which most lie on the discard pile, then Earth, Wind, Fire, Ocean in this "
                        "order."
                    ),
                ),
            ),
            Rule(
                "K7",
                _("Where to"),
                (
                    _(
                        "A pawn swims to Fools’ Landing if all treasures are captured and it can be chosen. Otherwise "
                        "to the tile from which most of the island can be walked to by the moves of its role, without "
                        "a flight; then the most within three moves; then a dry tile before a flooded one; then the "
                        "first by the alphabet. A lift sets down by the same order; for several pawns the "
                        "numbers are added up."
                    ),
                ),
            ),
            Rule(
                "K8",
                _("Gathering those who left"),
                (
                    _(
                        "Once all treasures are captured and nobody owes a card or a swim, a seat that has left lifts "
                        "pawns of seats that have left to Fools’ Landing, if another Helicopter Lift is left for the "
                        "way home: all of them that stand on the tile of the lowest such seat. It moves no pawn that "
                        "somebody plays."
                    ),
                ),
            ),
            Rule(
                "K9",
                _("Sandbags in need"),
                (
                    _(
                        "Before a flood card, when nobody owes anything, a seat that has left lays Sandbags on a "
                        "flooded tile whose sinking would lose the game and whose card is not on the discard pile: "
                        "Fools’ Landing first, then the last tile of a treasure that is not captured."
                    ),
                ),
            ),
            Rule(
                "K10",
                _("What comes first"),
                (
                    _(
                        "Where several of these apply to a seat: K3, K4, the card to put away, the swim, K8, K9, and "
                        "the next card of the turn last."
                    ),
                ),
            ),
        ),
    ),
)
