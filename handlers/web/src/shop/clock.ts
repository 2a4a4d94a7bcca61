import { say } from './say'

const lastMinute = 60_000

/** Reads the basket anew when its last minute begins and when it is over, and says so. */
export function clock(refresh: () => Promise<void>): void {
  const look = async (): Promise<void> => {
    const stub = document.querySelector<HTMLElement>('[data-until]')
    const until = Number(stub?.dataset.until ?? 0)
    const left = until - Date.now()
    const asked = stub?.querySelector('.last-minute')
    if (stub && ((left <= lastMinute && left > 0 && !asked) || (left <= 0 && stub.querySelector('.stub-bar')))) {
      await refresh().catch(() => {})
      const text = document.querySelector('.last-minute p, .stub-gone p')?.textContent
      if (text) say(text, true)
    }
    setTimeout(look, 5_000)
  }
  void look()
}
