import { say } from './say'

/** Links that share an address: by what the device has for it, else the address is copied. */
export function sharing(): void {
  document.addEventListener('click', (e) => {
    const link = (e.target as Element).closest<HTMLElement>('[data-share]')
    if (!link) return
    e.preventDefault()
    void share(link, link.dataset.share!)
  })
}

async function share(link: HTMLElement, url: string): Promise<void> {
  const title = link.dataset.title
  try {
    if (matchMedia('(pointer: coarse)').matches && navigator.share) return await navigator.share(title ? { title, url } : { url })
    await navigator.clipboard.writeText(url)
  } catch (e) {
    if ((e as Error).name === 'AbortError') return // they thought better of it
    location.href = link.getAttribute('href') ?? url
    return
  }
  const words = link.lastChild!
  const was = words.textContent
  words.textContent = link.dataset.copied!
  say(link.dataset.copied!)
  setTimeout(() => { words.textContent = was }, 3000)
}
