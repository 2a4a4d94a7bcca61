// Stands on the sites of promoters, as
//   <script async src="https://tickets.example.org/shop/embed.js" data-event="/shop/lake/events/1"></script>
// and puts a frame with the event in its place, as high as the event needs. It is no
// module: those of another origin need its leave. The block keeps its names to itself.
{
  const embed = (script: HTMLScriptElement): void => {
    const at = new URL(script.src).origin
    const path = script.dataset.event ?? ''
    if (!/^\/shop\/[\w-]+\/events\/\d+$/.test(path)) return
    const frame = document.createElement('iframe')
    frame.src = at + path + '/embed'
    frame.title = script.dataset.title ?? 'Tickets'
    frame.style.cssText = 'border:0;inline-size:100%;min-inline-size:20rem;block-size:30rem'
    script.after(frame)
    window.addEventListener('message', (e) => {
      const high = Number((e.data as { marquee?: unknown } | null)?.marquee)
      if (e.source === frame.contentWindow && e.origin === at && high > 0) frame.style.blockSize = `${Math.min(high, 20_000)}px`
    })
  }

  if (document.currentScript instanceof HTMLScriptElement) embed(document.currentScript)
}
