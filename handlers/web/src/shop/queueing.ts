import { say } from './say'

interface News {
  state: string
  before: string
  passed: number
  turn: string
  pace: string
  at: string
  title: string
  again: number
}

const sayEvery = 60_000

/** The page of a line asks how it goes, and leads in when it is the visitor's turn. */
export function queueing(): void {
  const page = document.querySelector<HTMLElement>('[data-queue]')
  if (!page) return
  let said = Date.now()
  const ask = async (): Promise<void> => {
    let again = Number(page.dataset.again)
    try {
      const answer = await fetch(page.dataset.queue!, { headers: { Accept: 'application/json' } })
      if (answer.status === 404) return location.reload()
      const news = (await answer.json()) as News
      again = news.again
      if (news.state !== page.dataset.state) return turn(news)
      show(page, news)
      if (Date.now() - said > sayEvery) {
        said = Date.now()
        say(news.title)
      }
    } catch {
      // No network: the place in the line stays, the next time may be better.
    }
    setTimeout(ask, again * 1000)
  }
  setTimeout(ask, Number(page.dataset.again) * 1000)
}

function show(page: HTMLElement, news: News): void {
  for (const part of page.querySelectorAll<HTMLElement>('[data-news]')) {
    const value = news[part.dataset.news as keyof News]
    if (part instanceof HTMLProgressElement) part.value = Number(value)
    else part.textContent = String(value || '–')
  }
  document.title = news.title + document.title.slice(document.title.lastIndexOf(' · '))
}

/** Another state is another page; whose turn it is hears it. */
function turn(news: News): void {
  document.title = news.title
  if (news.state === 'open') ring()
  location.reload()
}

/** A soft tone, where the browser lets a page make one that nobody has touched. */
function ring(): void {
  try {
    const sound = new AudioContext()
    const tone = sound.createOscillator()
    const volume = sound.createGain()
    volume.gain.value = 0.05
    tone.connect(volume).connect(sound.destination)
    tone.start()
    tone.stop(sound.currentTime + 0.3)
  } catch {
    // Silence is as good.
  }
}
