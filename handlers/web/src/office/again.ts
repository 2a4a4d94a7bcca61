/** How far a job is, asked again and again while somebody looks. */
export function again(): void {
  if (!document.querySelector('[data-again]')) return
  const ask = setInterval(() => {
    if (document.hidden) return
    void fetch(location.href, { headers: { Accept: 'text/html', 'Asks-Again': '1' } }).then(async (answer) => {
      if (!answer.ok || answer.redirected) return
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const now = page.querySelector('main')
      const main = document.querySelector('main')
      if (!now || !main || main.contains(document.activeElement) && document.activeElement !== main && page.querySelector('[data-again]')) return
      main.replaceChildren(...now.childNodes)
      if (!main.querySelector('[data-again]')) clearInterval(ask)
    }).catch(() => undefined)
  }, 2000)
}
