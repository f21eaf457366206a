/**
 * The one colour each static scale grows from. Blue means chosen, red danger, orange and yellow a warning, teal and green
 * success, whatever the brand: red is a cool one and orange an amber, apart from the warm reds of many brands.
 */
export const HUES = {
  red: '#dc143c',
  pink: '#c2255c',
  grape: '#9c36b5',
  violet: '#6741d9',
  indigo: '#3b5bdb',
  blue: '#1971c2',
  cyan: '#0c8599',
  teal: '#099268',
  green: '#2f9e44',
  lime: '#66a80f',
  yellow: '#e0a000',
  orange: '#f08c00',
}

/** Slightly cool greys: `gray` carries the light scheme, `dark` the dark one (0 is its text, 7 its body). */
export const NEUTRALS = {
  gray: {
    lightnesses: [0.984, 0.967, 0.938, 0.9, 0.84, 0.7, 0.53, 0.42, 0.32, 0.23],
    chroma: 0.011,
    hue: 4.5,
  },
  dark: {
    lightnesses: [0.93, 0.83, 0.74, 0.65, 0.42, 0.345, 0.295, 0.25, 0.205, 0.165],
    chroma: 0.013,
    hue: 4.5,
  },
}
