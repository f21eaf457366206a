/** The first letters of the first two words, or the first two characters of a single one. */
export function initials(name: string) {
  const [first = '', second] = name.trim().split(/\s+/)
  const letters = second ? [...first].slice(0, 1).concat([...second].slice(0, 1)) : [...first].slice(0, 2)
  return letters.join('').toUpperCase()
}
