import { letters } from './helping'

/** Rows of lists are gone through with J and K, chosen with X, opened with Enter. */
export function lists(): void {
  const table = document.querySelector<HTMLTableElement>('table[data-list]')
  for (const hint of document.querySelectorAll<HTMLElement>('[data-with-keys]')) hint.hidden = !matchMedia('(hover: hover)').matches
  if (!table) return
  const boxes = [...table.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]')]
  document.addEventListener('keydown', (e) => {
    if (e.metaKey || e.ctrlKey || e.altKey || e.shiftKey || busy() || !letters()) return
    const key = e.key.toLowerCase()
    if (key === 'j' || key === 'k') step(table, key === 'j' ? 1 : -1)
    else if (key === 'x') rowAt(table)?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    else return
    e.preventDefault()
  })
  const form = document.querySelector<HTMLFormElement>('form[data-chosen]')
  if (form) choosing(table, boxes, form)
}

/** Whether somebody is writing, or looks at something else. */
function busy(): boolean {
  const at = document.activeElement
  const writes = at instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(at.tagName) && (at as HTMLInputElement).type !== 'checkbox'
  return writes || document.querySelector('dialog[open]') !== null
}

function rowAt(table: HTMLTableElement): HTMLTableRowElement | null {
  const row = document.activeElement?.closest('tr') ?? null
  return row && table.tBodies[0]?.contains(row) ? row : null
}

/** Goes to the row before or after: to its link, so that Enter opens it. */
function step(table: HTMLTableElement, by: number): void {
  const rows = [...(table.tBodies[0]?.rows ?? [])]
  const now = rowAt(table)
  const at = now ? rows.indexOf(now) + by : by > 0 ? 0 : rows.length - 1
  const row = rows[Math.max(0, Math.min(rows.length - 1, at))]
  const to = row?.querySelector<HTMLElement>('a.to') ?? row?.querySelector<HTMLElement>('input[type=checkbox]')
  to?.focus()
  row?.scrollIntoView({ block: 'nearest' })
}

/** The bar says how many rows are chosen and what they come to; without any it is not there. */
function choosing(table: HTMLTableElement, boxes: HTMLInputElement[], form: HTMLFormElement): void {
  const count = form.querySelector('[data-count]')
  const every = table.querySelector<HTMLElement>('[data-choose-all]')
  const head = every?.querySelector('input')
  const all = form.querySelector<HTMLInputElement>('input[name=all]')
  const none = form.querySelector<HTMLElement>('[data-none]')
  const tell = (): void => {
    const chosen = boxes.filter((b) => b.checked)
    for (const b of boxes) b.closest('tr')?.classList.toggle('on', b.checked)
    if (count) count.textContent = said(form, chosen)
    if (head) {
      head.checked = chosen.length === boxes.length
      head.indeterminate = chosen.length > 0 && chosen.length < boxes.length
    }
    form.hidden = chosen.length === 0 && !all?.checked
  }
  if (every && head) {
    every.hidden = false
    head.addEventListener('change', () => {
      for (const b of boxes) b.checked = head.checked
      tell()
    })
  }
  if (none) none.hidden = false
  for (const b of boxes) b.addEventListener('change', tell)
  all?.addEventListener('change', tell)
  form.addEventListener('reset', () => setTimeout(tell))
  tell()
}

/** So many rows, and what they come to where that is one currency. */
function said(form: HTMLFormElement, chosen: HTMLInputElement[]): string {
  const n = chosen.length
  const words = ((n === 1 ? form.dataset['single'] : form.dataset['many']) ?? '').replace(/\d+/, String(n))
  const codes = new Set(chosen.map((b) => b.dataset['code']))
  const [code] = codes
  if (codes.size !== 1 || !code) return words
  const decimals = Number(chosen[0]?.dataset['decimals'] ?? '2')
  const sum = chosen.reduce((all, b) => all + Number(b.dataset['minor'] ?? '0'), 0) / 10 ** decimals
  return `${words}, ${new Intl.NumberFormat(form.dataset['lang'], { style: 'currency', currency: code }).format(sum)}`
}
