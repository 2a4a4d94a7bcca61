import { say } from './say'

/**
 * Links that share an address do it as the device does. Where it has no way, those that say what
 * they say then copy the address, and the others are what they are: a mail. Buttons that copy an
 * address are shown where that works.
 */
export function sharing(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = !navigator.clipboard
  document.addEventListener('click', (e) => {
    const copies = (e.target as Element).closest<HTMLElement>('[data-copy]')
    if (copies) return void copy(copies, copies.dataset.copy!).catch(() => {})
    const link = (e.target as Element).closest<HTMLElement>('[data-share]')
    if (!link || !link.dataset.copied && !navigator.share) return
    e.preventDefault()
    void share(link, link.dataset.share!)
  })
}

async function share(link: HTMLElement, url: string): Promise<void> {
  const { title, copied } = link.dataset
  try {
    if (navigator.share && (!copied || matchMedia('(pointer: coarse)').matches)) return await navigator.share(title ? { title, url } : { url })
    await copy(link, url)
  } catch (e) {
    if ((e as Error).name !== 'AbortError') location.href = link.getAttribute('href') ?? url // else they thought better of it
  }
}

async function copy(control: HTMLElement, url: string): Promise<void> {
  await navigator.clipboard.writeText(url)
  const words = control.lastChild!
  const was = words.textContent
  words.textContent = control.dataset.copied!
  say(control.dataset.copied!)
  setTimeout(() => { words.textContent = was }, 3000)
}
