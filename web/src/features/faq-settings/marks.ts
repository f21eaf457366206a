/** A text with marks as one line to look through: without its lists, headings, links and bold words. */
export const removeMarks = (text: string): string =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-*+>]|#{1,6})\s+/gm, '')
    .replaceAll(/(\*\*|__|\*|`)(\S(?:.*?\S)?)\1/g, '$2')
    .replaceAll(/\s+/g, ' ')
    .trim()
