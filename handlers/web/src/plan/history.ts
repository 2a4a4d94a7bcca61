/** What was, is and was taken back. Plans are values, so each is kept whole and shares what is the same. */
export interface History<T> { past: T[]; now: T; future: T[] }

export const begin = <T,>(now: T): History<T> => ({ past: [], now, future: [] })
export const next = <T,>(h: History<T>, now: T): History<T> => (now === h.now ? h : { past: [...h.past, h.now], now, future: [] })
export const undo = <T,>(h: History<T>): History<T> => (h.past.length ? { past: h.past.slice(0, -1), now: h.past[h.past.length - 1]!, future: [h.now, ...h.future] } : h)
export const redo = <T,>(h: History<T>): History<T> => (h.future.length ? { past: [...h.past, h.now], now: h.future[0]!, future: h.future.slice(1) } : h)
