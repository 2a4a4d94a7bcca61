/** How the seats of a row are counted, seen from the stage's side of the plan: left to right. */
export type Way = 'right' | 'left' | 'odd' | 'even' | 'centre'
export const ways: Way[] = ['right', 'left', 'odd', 'even', 'centre']

/**
 * The numbers of a row of n seats from a first one on. Odd and even leave out every second; centre
 * has the odd ones to the left of the middle and the even ones to the right, the lowest innermost.
 */
export function numbers(n: number, way: Way, first = 1): string[] {
  const up = Array.from({ length: n }, (_, i) => i)
  switch (way) {
    case 'right':
      return up.map((i) => String(first + i))
    case 'left':
      return up.map((i) => String(first + n - 1 - i))
    case 'odd':
      return up.map((i) => String((first % 2 === 1 ? first : first + 1) + 2 * i))
    case 'even':
      return up.map((i) => String((first % 2 === 0 ? first : first + 1) + 2 * i))
    case 'centre': {
      const left = Math.ceil(n / 2)
      return up.map((i) => String(i < left ? 2 * (left - 1 - i) + 1 : 2 * (i - left + 1)))
    }
  }
}

/** The names of rows from one on: numbers go on by one, letters to AA behind Z. */
export function rowNames(first: string, n: number): string[] {
  if (/^\d+$/.test(first)) return Array.from({ length: n }, (_, i) => String(Number(first) + i))
  const start = /^[A-Z]+$/i.test(first) ? fromLetters(first.toUpperCase()) : 1
  return Array.from({ length: n }, (_, i) => letters(start + i))
}

function fromLetters(text: string): number {
  return [...text].reduce((n, c) => n * 26 + c.charCodeAt(0) - 64, 0)
}

/** 1 is A, 27 is AA. */
export function letters(n: number): string {
  let text = ''
  for (; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + ((n - 1) % 26)) + text
  return text
}
