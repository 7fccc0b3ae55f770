/** A game step by step. */

import { byId } from "./dom.js";

byId("player").hidden = false;
