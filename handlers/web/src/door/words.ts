// What the scanner says, in the language of its page.
import de from '../../words/door.de.json'
import en from '../../words/door.en.json'
import fr from '../../words/door.fr.json'
import type { Micros } from './rules'

type Phrase = string | { one: string; other: string }
export type Key = keyof typeof en
const all: Record<string, Record<Key, Phrase>> = { en, de, fr }

export class Words {
  private readonly texts: Record<Key, Phrase>
  private readonly plurals: Intl.PluralRules
  private readonly numbers: Intl.NumberFormat

  constructor(readonly language: string, readonly timezone: string) {
    this.texts = all[language] ?? en
    this.plurals = new Intl.PluralRules(language)
    this.numbers = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language)
  }

  t(key: Key, names: Record<string, string | number> = {}): string {
    const phrase = this.texts[key]
    const n = names['n']
    const text = typeof phrase === 'string' ? phrase : typeof n === 'number' && this.plurals.select(n) === 'one' ? phrase.one : phrase.other
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = names[name]
      return value === undefined ? whole : typeof value === 'number' ? this.number(value) : value
    })
  }

  number(n: number): string {
    return this.numbers.format(n)
  }

  // clock is a time of day at the event.
  clock(at: Micros, seconds = false): string {
    return this.format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...(seconds ? { second: '2-digit' } : {}) })
  }

  // moment is a time of day, with its day when that is another than today's.
  moment(at: Micros, now: Micros): string {
    const day = (t: Micros) => this.format(t, { year: 'numeric', month: '2-digit', day: '2-digit' })
    if (day(at) === day(now)) return this.clock(at)
    return this.format(at, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  }

  ago(at: Micros, now: Micros): string {
    const minutes = Math.floor((now - at) / 60e6)
    if (minutes < 1) return this.t('door.ago_now')
    if (minutes < 120) return this.t('door.ago_minutes', { n: minutes })
    return this.t('door.ago_hours', { n: Math.floor(minutes / 60) })
  }

  stay(from: Micros, to: Micros): string {
    const minutes = Math.max(0, Math.round((to - from) / 60e6))
    const style = { style: 'unit', unitDisplay: 'short' } as const
    const part = (n: number, unit: string) => new Intl.NumberFormat(this.language, { ...style, unit }).format(n)
    if (minutes < 60) return part(minutes, 'minute')
    return `${part(Math.floor(minutes / 60), 'hour')} ${part(minutes % 60, 'minute')}`
  }

  private format(at: Micros, how: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.language === 'en' ? 'en-GB' : this.language, { ...how, timeZone: this.timezone }).format(at / 1000)
  }
}
