/**
 * Whether two places have the same time all through the year that begins at a moment, as far as
 * that can be told from its months.
 */
export function sameClocks(zone: string, own: string, from: Date): boolean {
  const at = (timeZone: string, when: Date) => when.toLocaleString('en', { timeZone })
  try {
    for (let month = 0; month < 12; month++) {
      const when = new Date(from)
      when.setMonth(from.getMonth() + month)
      if (at(zone, when) !== at(own, when)) return false
    }
  } catch {
    return false // one that this browser does not know
  }
  return true
}

/** Whose clocks a time is on need not be said on a device that has the same. */
export function zones(): void {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const said = new Set(Array.from(document.querySelectorAll<HTMLElement>('[data-zone]'), (e) => e.dataset.zone!))
  const same = [...said].filter((zone) => sameClocks(zone, own, new Date()))
  if (same.length === 0) return
  const sheet = new CSSStyleSheet()
  sheet.insertRule(same.map((zone) => `[data-zone="${CSS.escape(zone)}"]`).join() + '{display:none}')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
