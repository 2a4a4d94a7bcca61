import { say } from './say'

const lastMinute = 60_000

/** What is to be done about a basket that so many milliseconds are left of. */
export function due(left: number, warned: boolean): 'nothing' | 'warn' | 'over' {
  if (left <= 0) return 'over'
  return left <= lastMinute && !warned ? 'warn' : 'nothing'
}

/**
 * Says when the last minute of a basket begins, on every page that shows it, and when it is
 * over: the pages that sell are read anew, the others lead to the basket, which says so.
 */
export function clock(refresh: () => Promise<void>): void {
  const look = async (): Promise<void> => {
    const held = document.querySelector<HTMLElement>('[data-until]')
    if (held) {
      const warning = held.querySelector<HTMLElement>('.last-minute')
      const next = due(Number(held.dataset.until) - Date.now(), !warning?.hidden)
      if (next === 'warn' && warning) {
        warning.hidden = false
        say(warning.querySelector('p')?.textContent ?? warning.textContent ?? '', true)
      }
      if (next === 'over' && document.querySelector('.event')) {
        await refresh().catch(() => {})
        say(document.querySelector('.stub-gone p')?.textContent ?? '', true)
      } else if (next === 'over') location.assign(held.dataset.over ?? location.href)
    }
    setTimeout(look, 5_000)
  }
  void look()
}
