/** One line about the chosen word; with a recording, a button to hear it. */

import { type Player, utteranceOf } from "../audio";
import { PART_MEANINGS, PART_NAMES, pattern } from "../blame/parts";
import { h, replace } from "../dom";
import type { Notes } from "../notes/control";
