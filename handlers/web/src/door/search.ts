// When a text answers a search, as app/search says it: it contains each of the words asked for,
// anywhere and in any order, without regard to case, accents, width and ligatures.
// app/search/testdata/cases.json holds both to the same.

// letters are those that Unicode does not take apart, as they are written where a keyboard lacks
// them, and those whose small form depends on what stands beside them.
const letters: Record<string, string> = {
  ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n', æ: 'ae', œ: 'oe', þ: 'th', ƒ: 'f', ɓ: 'b', ɗ: 'd', ƙ: 'k', ə: 'e', ß: 'ss', ς: 'σ',
}
const special = new RegExp(`[${Object.keys(letters).join('')}]`, 'g')

const bare = (text: string) => text.normalize('NFKD').replace(/\u0345/g, 'ι').replace(/\p{Mn}/gu, '')
const folded = (text: string) => bare(bare(text).toUpperCase().toLowerCase()).replace(special, (c) => letters[c]!)

// known are the folded forms of characters: nothing that stands beside one changes its own, and a
// phone folds sixty thousand names by them while it would fold six thousand by Unicode's rules.
const known = new Map<string, string>()

// fold brings a text into the form in which searches compare.
export function fold(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  let all = ''
  for (const c of text) {
    let one = known.get(c)
    if (one === undefined) known.set(c, (one = foldOne(c)))
    all += one
  }
  return all
}

function foldOne(text: string): string {
  for (let n = 0; n < 4; n++) {
    const next = folded(text)
    if (next === text) break
    text = next
  }
  return text
}

// plain is a folded text without the characters that separate texts.
export const plain = (text: string) => fold(text).replace(/[\x00-\x1f]/g, ' ')

// most is how many words of one search count.
const most = 24

// asked are the words of a search, the longest first, without those that another one contains.
export function asked(text: string): string[] {
  const length = (word: string) => new TextEncoder().encode(word).length
  const all: string[] = []
  for (const word of plain(text).split(/\s+/).filter(Boolean).sort((a, b) => length(b) - length(a))) {
    if (all.length < most && !all.some((longer) => longer.includes(word))) all.push(word)
  }
  return all
}

// says tells whether plain texts contain each word.
export const says = (words: string[], ...texts: string[]) => words.every((word) => texts.some((text) => text.includes(word)))
