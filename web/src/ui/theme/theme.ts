import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { SyntheticEvent } from 'react'
import { colors } from './colors'

/**
 * The tenant's scale. Its values arrive in `/theme.css`, before the first paint and without any script; a page that
 * belongs to no tenant is blue.
 */
const brand = colors.blue.map(
  (blue, shade) => `var(--brand-${shade}, ${blue})`,
) as unknown as MantineColorsTuple

const OVERLAY = {
  overlayProps: { backgroundOpacity: 0.4 },
  // Mantine draws a <header>, which screen readers would take for a second banner of the page.
  attributes: { header: { role: 'presentation' } },
}

/** Floating elements stay inside their landmark, and no scrolling box may cut them off. */
const FLOATING = { withinPortal: false, floatingStrategy: 'fixed' as const }

const OVERLAY_STYLES = { title: { fontWeight: 650 } }

/** What is typed into a filled choice takes the place of what stands there. */
const markAll = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
  if (!currentTarget.readOnly) currentTarget.select()
}

/** The list of options scrolls itself: as the popup of its field it need not take the focus for that. */
const OWN_SCROLL = { defaultProps: { withScrollArea: false }, classNames: { options: 'app-options' } }

const CHOICE = {
  ...OWN_SCROLL,
  // A click sets the cursor after the focus has come.
  defaultProps: { ...OWN_SCROLL.defaultProps, onFocus: markAll, onClick: markAll },
}

export const theme = createTheme({
  // All that Mantine colours by itself is chosen, checked or has the focus: that means the same for every tenant. The
  // brand leads where it is named: buttons, links and the menu.
  primaryColor: 'blue',
  // Shade 6 carries white text in both schemes: the palette is solved for it.
  primaryShade: 6,
  colors: { ...(colors as unknown as Record<string, MantineColorsTuple>), brand },
  black: colors.gray[9],
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  fontFamily:
    '"Geist Variable", "Geist Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", monospace',
  // Operations staff read hundreds of rows a day: 14 px text, tight headings.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: { defaultProps: { variant: 'light' } },
    // A link is seen as one whatever the brand.
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { size: 'sm', color: 'brand' } },
    Drawer: { defaultProps: OVERLAY, styles: OVERLAY_STYLES },
    // The placeholder is a focusable child that no menu may have.
    Menu: { defaultProps: { ...FLOATING, shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
    Modal: { defaultProps: { ...OVERLAY, centered: true }, styles: OVERLAY_STYLES },
    MultiSelect: OWN_SCROLL,
    Popover: { defaultProps: FLOATING },
    Select: CHOICE,
    Tooltip: { defaultProps: { ...FLOATING, openDelay: 400 } },
  },
})

/** Dark enough for white text they are brown; amber is seen in a lighter shade only. */
const AMBER = ['orange', 'yellow']

/** Share of a colour in the tint of its light variant, in percent. */
export const TINT = { light: 12, dark: 30 }

/** Backgrounds of badges, alerts and the current menu entry: a breath of the colour instead of its pastel. */
function tints(colorNames: string[], percent: number) {
  const tint = (name: string, share: number) =>
    `color-mix(in oklab, var(--mantine-color-${name}-${AMBER.includes(name) ? 4 : 6}) ${share}%, var(--app-surface))`
  return Object.fromEntries(
    colorNames.flatMap((name) => [
      [`--mantine-color-${name}-light`, tint(name, percent)],
      [`--mantine-color-${name}-light-hover`, tint(name, percent * 1.6)],
    ]),
  )
}

/** Where Mantine's defaults miss WCAG AA on our surfaces, and the surfaces of our own. */
export const cssVariables: CSSVariablesResolver = ({ colors: all }) => ({
  variables: {},
  light: {
    ...tints(Object.keys(all), TINT.light),
    '--mantine-color-anchor': 'var(--mantine-color-brand-7)',
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    // The sixth shade is too weak on the ground of a page.
    '--mantine-color-red-text': 'var(--mantine-color-red-7)',
    '--mantine-color-text': 'var(--mantine-color-gray-9)',
    '--mantine-color-dimmed': 'var(--mantine-color-gray-6)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--app-ground': 'var(--mantine-color-gray-0)',
    '--app-surface': 'var(--mantine-color-white)',
    '--app-line': 'var(--mantine-color-gray-2)',
    '--app-hover': 'var(--mantine-color-gray-1)',
    '--app-numeral': 'var(--mantine-color-brand-5)',
  },
  dark: {
    ...tints(Object.keys(all), TINT.dark),
    '--mantine-color-anchor': 'var(--mantine-color-brand-4)',
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-teal-4)',
    '--app-ground': 'var(--mantine-color-dark-8)',
    '--app-surface': 'var(--mantine-color-dark-7)',
    '--app-line': 'var(--mantine-color-dark-5)',
    '--app-hover': 'var(--mantine-color-dark-6)',
    '--app-numeral': 'var(--mantine-color-brand-4)',
  },
})
