// What the drawing says, in the language of its page.
import de from '../../words/plan.de.json'
import en from '../../words/plan.en.json'
import fr from '../../words/plan.fr.json'

type Phrase = string | { one: string; other: string }
export type Key = keyof typeof en
export type Say = (key: Key, names?: Record<string, string | number>) => string

export function words(language: string): Say {
  const all: Record<string, Record<Key, Phrase>> = { en, de, fr }
  const texts = all[language] ?? en
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language === 'en' ? 'en-GB' : language)
  return (key, names = {}) => {
    const phrase = texts[key]
    const n = names['n']
    const text = typeof phrase === 'string' ? phrase : typeof n === 'number' && plurals.select(n) === 'one' ? phrase.one : phrase.other
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = names[name]
      return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
    })
  }
}
