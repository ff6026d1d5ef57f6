/** The drawing of each kind of ground. The words come from the rule sets. An unknown word gets a plain, labelled drawing. */

export type Look =
  | 'field' | 'hill' | 'cliff' | 'orchard' | 'vineyard' | 'crops' | 'scrub' | 'rough' | 'marsh' | 'lake' | 'river' | 'stream' | 'gully' | 'ford'
  | 'track' | 'road' | 'paved' | 'bridge' | 'hedge' | 'wall' | 'town' | 'wood' | 'trench' | 'wire' | 'mines' | 'bunker' | 'dugout' | 'fieldworks'
  | 'beach' | 'airfield' | 'unknown';

const WORDS: Record<Exclude<Look, 'unknown'>, string> = {
  field: 'open|fields|field|meadow|clear',
  hill: 'hill|hills|ridge|high ground|contour|hill contour line|rolling hill|two-level hill|steep hill',
  cliff: 'cliff|cliffs|crag|escarpment|chasm',
  orchard: 'orchard|orchards|olive grove|plantation',
  vineyard: 'vineyard|vineyards|vines|hops',
  crops: 'crops|grain|corn|standing corn|wheat|rice',
  scrub: 'scrub|bushes|heath|bocage|brush|tall brush',
  rough: 'rough|broken|depression|rough ground|broken ground|rocks|rubble|craters',
  marsh: 'marsh|swamp|bog|paddy|soft ground',
  lake: 'lake|sea|ocean|pond|water|flooded',
  river: 'river|major river|minor river|canal',
  stream: 'stream|brook|creek',
  gully: 'gully|ditch|wadi|gulch',
  ford: 'ford',
  track: 'dirt road|track|lane|path|trail',
  road: 'road',
  paved: 'paved road|highway|main road|motorway|street|railway',
  bridge: 'bridge|pontoon bridge',
  hedge: 'hedge|hedges|hedgerow',
  wall: 'wall|walls|stone wall|fence',
  town: 'town|village|buildings|building|built-up area|built-up|houses|hamlet|farm|city|factory',
  wood: 'wood|woods|forest|copse|jungle|trees|light woods|medium woods|heavy woods|unknown woods',
  trench: 'trench|trenches|entrenchment|entrenchments|dug-in position',
  wire: 'wire|barbed wire|obstacle|dragon\'s teeth',
  mines: 'minefield|mines',
  bunker: 'bunker|bunkers|pillbox|fortification',
  dugout: 'dugout|dugouts|foxholes',
  beach: 'beach|sand|sands|shore|dunes|snow bank',
  airfield: 'airfield|aerodrome|landing ground|runway',
  fieldworks: 'fieldworks|fieldwork|redoubt|strongpoint',
};

const LOOKS = new Map<string, Look>(Object.entries(WORDS).flatMap(([look, words]) => words.split('|').map((word): [string, Look] => [word, look as Look])));

export function lookOf(kind: string): Look {
  return LOOKS.get(kind.toLowerCase()) ?? 'unknown';
}
