/** A page that waits for a payment asks every few seconds how it stands. */
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
      if (fresh) document.querySelector('.progress')?.replaceWith(document.adoptNode(fresh.querySelector('.progress') as Node))
    } catch {
      // No network: the next time.
    }
    setTimeout(ask, every)
  }
  setTimeout(ask, every)
}
