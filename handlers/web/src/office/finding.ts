/**
 * The search over everything: ⌘K, or / where a page has no search of its own, opens it over the
 * page. What it finds are the rows of the page of the search, so that both say the same.
 */
export function finding(): void {
  const made = document.querySelector<HTMLTemplateElement>('template[data-finder]')
  if (!made) return
  document.addEventListener('keydown', (e) => {
    if (!(e.metaKey || e.ctrlKey) || e.altKey || e.shiftKey || e.key.toLowerCase() !== 'k') return
    e.preventDefault()
    if (!document.querySelector('dialog[open]')) open(made)
  })
  document.addEventListener('click', (e) => {
    const link = (e.target as Element).closest('a[data-find]')
    if (!link || e.button !== 0 || e.metaKey || e.ctrlKey || e.shiftKey) return
    e.preventDefault()
    open(made)
  })
}

function open(made: HTMLTemplateElement): void {
  const dialog = (made.content.cloneNode(true) as DocumentFragment).querySelector('dialog')
  const field = dialog?.querySelector<HTMLInputElement>('[data-finding]')
  if (!dialog || !field) return
  const before = document.activeElement
  document.body.append(dialog)
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (before instanceof HTMLElement) before.focus()
  })
  dialog.addEventListener('click', (e) => { if (e.target === dialog) dialog.close() })
  new Finder(dialog, field).begin()
  dialog.showModal()
  field.focus()
}

class Finder {
  private asked: AbortController | undefined
  private waits = 0
  private chosen = -1
  private readonly rows: HTMLElement
  private readonly told: HTMLElement

  constructor(private readonly dialog: HTMLDialogElement, private readonly field: HTMLInputElement) {
    this.rows = dialog.querySelector('[data-finds]') as HTMLElement
    this.told = dialog.querySelector('[data-told]') as HTMLElement
  }

  begin(): void {
    this.rows.id = 'finds'
    this.rows.setAttribute('role', 'listbox')
    this.rows.setAttribute('aria-label', this.dialog.getAttribute('aria-label') ?? '')
    this.field.setAttribute('role', 'combobox')
    this.field.setAttribute('aria-autocomplete', 'list')
    this.field.setAttribute('aria-controls', 'finds')
    this.field.setAttribute('aria-expanded', 'false')
    this.field.addEventListener('input', () => {
      clearTimeout(this.waits)
      this.waits = window.setTimeout(() => void this.look(), 80)
    })
    this.field.addEventListener('keydown', (e) => this.key(e))
    this.dialog.querySelector('form')?.addEventListener('submit', (e) => {
      if (this.chosen < 0) return // what nobody chose is looked for on its page
      e.preventDefault()
    })
  }

  private options(): HTMLAnchorElement[] { return [...this.rows.querySelectorAll<HTMLAnchorElement>('a.found')] }

  private key(e: KeyboardEvent): void {
    const all = this.options()
    const step = e.key === 'ArrowDown' ? 1 : e.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && all.length > 0) {
      e.preventDefault()
      this.choose((this.chosen + step + all.length) % all.length)
    } else if (e.key === 'Escape') { // the field would keep it to empty itself
      e.preventDefault()
      this.dialog.close()
    } else if (e.key === 'Enter' && all[this.chosen]) {
      e.preventDefault()
      const to = all[this.chosen]?.href ?? ''
      if (e.metaKey || e.ctrlKey) window.open(to, '_blank', 'noopener')
      else location.assign(to)
    }
  }

  private choose(n: number): void {
    const all = this.options()
    this.chosen = n
    all.forEach((a, i) => a.setAttribute('aria-selected', String(i === n)))
    const at = all[n]
    if (at) {
      this.field.setAttribute('aria-activedescendant', at.id)
      at.scrollIntoView({ block: 'nearest' })
    } else this.field.removeAttribute('aria-activedescendant')
  }

  private async look(): Promise<void> {
    this.asked?.abort()
    const now = new AbortController()
    this.asked = now
    const text = this.field.value.trim()
    if (text === '') {
      this.show([], '')
      return
    }
    const to = new URL((this.field.form as HTMLFormElement).action)
    to.searchParams.set('q', text)
    to.searchParams.set('list', '1')
    try {
      const answer = await fetch(to, { headers: { Accept: 'text/html' }, signal: now.signal })
      if (!answer.ok || answer.redirected) return
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const part = page.querySelector<HTMLElement>('[data-found]')
      if (part && this.asked === now) this.show([...part.children], part.dataset['told'] ?? '')
    } catch { // without a network, or asked anew: what stands there stays
    }
  }

  private show(parts: Element[], told: string): void {
    this.rows.replaceChildren(...parts.map((p) => document.adoptNode(p)))
    for (const group of this.rows.querySelectorAll<HTMLElement>('.found-group')) {
      const head = group.querySelector<HTMLElement>('.found-head')
      group.setAttribute('role', 'group')
      if (head) {
        head.setAttribute('role', 'presentation')
        head.id = 'dialog-' + head.id
        group.setAttribute('aria-labelledby', head.id)
      }
      for (const plain of group.querySelectorAll<HTMLElement>('ul, li')) {
        plain.setAttribute('role', 'presentation')
        plain.removeAttribute('aria-labelledby')
      }
    }
    const all = this.options()
    all.forEach((a, i) => {
      a.setAttribute('role', 'option')
      a.id = `find-${i}`
      a.tabIndex = -1
    })
    this.field.setAttribute('aria-expanded', String(all.length > 0))
    this.told.textContent = told
    this.choose(all.length > 0 ? 0 : -1)
  }
}
