/**
 * What happens is heard, for who asks for it: short sounds of wood and water, made here and now. Each kind of beat has
 * its own; never is a sound the only sign of anything.
 *
 * @typedef {{ wave: "sine" | "triangle" | "noise", from: number, to: number, at: number, ms: number, loud: number }} Voice
 *   A tone that goes from one pitch to another, or noise around it; `loud` is a share of the whole.
 */

/** Longer than this is only the lift-off. */
export const MOST_MS = 600;
const ATTACK_SECONDS = 0.006;
/** At full volume it is still quiet. */
const LOUDEST = 0.25;
const SILENCE = 0.0001;

/** @type {Record<string, Voice[]>} */
export const SOUNDS = {
  walk: [tone("triangle", 520, 300, 0, 70, 0.8), noise(1800, 900, 0, 30, 0.4)],
  fly: [noise(400, 1600, 0, 380, 0.5)],
  shore: [noise(2600, 1400, 0, 120, 0.5), noise(2200, 1000, 130, 150, 0.5)],
  turn: [noise(5200, 3000, 0, 60, 0.35)],
  deal: [noise(3800, 5200, 0, 110, 0.3)],
  away: [noise(3000, 1500, 0, 130, 0.3)],
  give: [noise(3600, 4600, 0, 90, 0.3), noise(4600, 3200, 110, 90, 0.3)],
  flood: [tone("sine", 240, 110, 0, 320, 0.9), noise(700, 260, 40, 300, 0.35)],
  sink: [tone("sine", 150, 42, 0, 600, 1), noise(480, 90, 0, 600, 0.7)],
  rise: [noise(180, 900, 0, 560, 0.7), tone("sine", 90, 180, 0, 560, 0.6)],
  capture: [bell(523, 0, 240), bell(659, 130, 240), bell(784, 260, 330)],
  begin: [bell(880, 0, 550)],
  hold: [bell(740, 0, 240), bell(740, 260, 330)],
  leave: Array.from({ length: 14 }, (_, turn) => noise(220 + 30 * turn, 160 + 20 * turn, 90 * turn, 70, 0.6)),
  won: [bell(523, 0, 260), bell(659, 110, 260), bell(784, 220, 260), bell(1047, 330, 270)],
  lost: [tone("triangle", 330, 311, 0, 260, 0.6), tone("triangle", 262, 196, 240, 360, 0.6)],
};

export class Sound {
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {AudioBuffer | null} */
  #noise = null;
  #volume = 0;

  /**
   * Be heard from now on, or no longer. A browser lets a page sound only after its user has pressed something.
   *
   * @param {boolean} on
   * @param {number} volume in hundredths
   */
  set(on, volume) {
    this.#volume = on ? volume / 100 : 0;
  }

  /** @param {string} kind */
  play(kind) {
    if (this.#volume === 0) return;
    const context = (this.#context ??= new AudioContext());
    if (context.state === "suspended") void context.resume();
    for (const voice of SOUNDS[kind] ?? []) this.#sound(context, voice, context.currentTime + voice.at / 1000);
  }

  /** @param {AudioContext} context @param {Voice} voice @param {number} start */
  #sound(context, voice, start) {
    const end = start + voice.ms / 1000;
    const gain = new GainNode(context, { gain: SILENCE });
    gain.gain.setValueAtTime(SILENCE, start);
    gain.gain.exponentialRampToValueAtTime(voice.loud * LOUDEST * this.#volume, start + ATTACK_SECONDS);
    gain.gain.exponentialRampToValueAtTime(SILENCE, end);
    const [source, last] = voice.wave === "noise" ? this.#hiss(context, voice, start) : hum(context, voice, start);
    last.connect(gain).connect(context.destination);
    source.start(start);
    source.stop(end);
  }

  /** @param {AudioContext} context @param {Voice} voice @param {number} start @returns {[AudioScheduledSourceNode, AudioNode]} */
  #hiss(context, voice, start) {
    const source = new AudioBufferSourceNode(context, { buffer: (this.#noise ??= whiteNoise(context)), loop: true });
    const filter = new BiquadFilterNode(context, { type: "bandpass", Q: 1.2 });
    glide(filter.frequency, voice, start);
    source.connect(filter);
    return [source, filter];
  }
}

/** @param {AudioContext} context @param {Voice} voice @param {number} start @returns {[AudioScheduledSourceNode, AudioNode]} */
function hum(context, voice, start) {
  const source = new OscillatorNode(context, { type: voice.wave === "triangle" ? "triangle" : "sine" });
  glide(source.frequency, voice, start);
  return [source, source];
}

/** @param {AudioParam} pitch @param {Voice} voice @param {number} start */
function glide(pitch, { from, to, ms }, start) {
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, start + ms / 1000);
}

/** @param {AudioContext} context */
function whiteNoise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}

/** @param {"sine" | "triangle"} wave @param {number} from @param {number} to @param {number} at @param {number} ms @param {number} loud @returns {Voice} */
function tone(wave, from, to, at, ms, loud) {
  return { wave, from, to, at, ms, loud };
}

/** @param {number} from @param {number} to @param {number} at @param {number} ms @param {number} loud @returns {Voice} */
function noise(from, to, at, ms, loud) {
  return { wave: "noise", from, to, at, ms, loud };
}

/** @param {number} pitch @param {number} at @param {number} ms @returns {Voice} */
function bell(pitch, at, ms) {
  return { wave: "sine", from: pitch, to: pitch, at, ms, loud: 0.5 };
}
