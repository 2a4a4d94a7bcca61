/** A page that waits for a payment asks every few seconds how it stands, and says it. */
export function asking(): void {
  const wait = document.querySelector<HTMLElement>('[data-ask]')
  if (!wait) return
  const every = Number(wait.dataset.ask) * 1000
  const ask = async (): Promise<void> => {
    try {
      const answer = await fetch(location.href, { headers: { Accept: 'text/html' } })
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const fresh = page.querySelector('[data-ask]')
      if (answer.ok && !fresh) return location.reload()
      if (answer.ok && fresh) {
        document.title = page.title
        takeOver(wait, fresh)
      }
    } catch {
      // No network: the next time.
    }
    setTimeout(ask, every)
  }
  setTimeout(ask, every)
}

/** Puts what changed in the place of what was there; what did not keeps the focus. */
function takeOver(old: Element, fresh: Element): void {
  const now = [...old.children]
  const next = [...fresh.children]
  if (now.length !== next.length) {
    old.replaceChildren(...next.map((e) => document.adoptNode(e)))
    return
  }
  now.forEach((e, i) => {
    const other = next[i]
    if (other && e.outerHTML !== other.outerHTML) e.replaceWith(document.adoptNode(other))
  })
}
