/**
 * Parts of a page that go on while somebody looks: they are asked for again, more often while
 * something happens. What did not change is not sent, and what somebody works with is not replaced.
 */
interface Answer { mark: string; every: number; parts: Record<string, string> }

/** After how many milliseconds without an answer figures are old. */
const old = 10_000

export function live(): void {
  const box = document.querySelector<HTMLElement>('[data-live]')
  if (!box) return
  const at = box.dataset['live']!
  let mark = box.dataset['mark'] ?? '', every = Number(box.dataset['every']) || 15
  let heard = Date.now(), waits: ReturnType<typeof setTimeout> | undefined, asking = false

  const said = box.querySelector<HTMLElement>('[data-as-of]')
  const clock = new Intl.DateTimeFormat(document.documentElement.lang, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone: box.dataset['zone'] || 'UTC' })
  const tell = (): void => {
    if (!said) return
    const fresh = Date.now() - heard < old + every * 1000
    const text = (fresh ? said.dataset['now'] : said.dataset['old']) ?? ''
    said.textContent = text.replace('{time}', clock.format(heard))
    said.classList.toggle('on', fresh)
  }

  const ask = async (): Promise<void> => {
    if (document.hidden || asking) return
    asking = true
    try {
      const answer = await fetch(`${at}?since=${encodeURIComponent(mark)}`, { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(8000) })
      if (answer.status === 200) {
        const now = await answer.json() as Answer
        mark = now.mark
        every = now.every
        for (const [name, html] of Object.entries(now.parts)) if (!put(box, name, html)) mark = ''
      }
      if (answer.status === 200 || answer.status === 304) heard = Date.now()
    } catch {
      // What is shown stays, and says from when it is.
    } finally {
      asking = false
      tell()
    }
  }
  const again = (): void => {
    clearTimeout(waits)
    waits = setTimeout(() => void ask().finally(again), every * 1000)
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void ask().finally(again)
  })
  newest(box)
  tell()
  again()
}

/** A chart that is wider than its place shows its end: that is now. */
function newest(part: ParentNode): void {
  for (const chart of part.querySelectorAll('.drawn .scrolls')) chart.scrollLeft = chart.scrollWidth
}

/** Puts a part in its place, unless somebody is in it. */
function put(box: HTMLElement, name: string, html: string): boolean {
  const part = box.querySelector<HTMLElement>(`[data-part="${CSS.escape(name)}"]`)
  if (!part) return true
  if (part.contains(document.activeElement) || part.querySelector('details[open]')) return false
  const page = new DOMParser().parseFromString(html, 'text/html')
  part.replaceChildren(...page.body.childNodes)
  newest(part)
  return true
}
