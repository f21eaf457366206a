/**
 * Which modules travel in one file. A group takes along whatever its modules import, so a group that a page
 * needs early has a higher priority than those that bring much along; `npm run budget` tells when one does not.
 */

const SLASH = '[\\\\/]'
const path = (...parts: string[]) => new RegExp(parts.join(SLASH))
const oneOf = (names: string) => `(${names.trim().split(/\s+/).join('|')})`

/** Two groups of one name would make two files. */
const any = (...tests: RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

const library = (names: string) => path('node_modules', oneOf(names), '')
const mantine = (names: string) => path('@mantine', 'core', 'esm', 'components', oneOf(names), '')
const ours = (names: string) => path('', 'src', oneOf(names))

const CALLS_OF_THE_START = `api${SLASH}generated${SLASH}endpoints${SLASH}(access|account|site)`
const MENU_ICONS = `(createReactComponent|defaultAttributes|icons${SLASH}Icon(Box|BuildingCog|Circles|History|MapPin|MapSearch|Package|ToggleLeft|UserCircle|UserShield|UsersGroup))\\.`
const TOASTS = `@mantine${SLASH}(store|notifications${SLASH}esm${SLASH}notifications\\.store)`

export const chunks = [
  // All texts of a language travel together.
  {
    debugName: 'texts',
    name: (id: string) => /(?:locales\/|messages\/)([\w-]+)[/.].*json$/.exec(id)?.[1] ?? null,
    test: /\.json$/,
    priority: 40,
  },

  // What changes with React, the router or Mantine is not fetched again for our own changes.
  { name: 'react', test: library('react react-dom scheduler'), priority: 30 },
  {
    name: 'framework',
    test: library(
      `@tanstack${SLASH}(react-router|router-core|history|react-query|query-core|react-store|store)
       i18next react-i18next use-sync-external-store`,
    ),
    priority: 20,
  },
  {
    name: 'ui',
    test: any(
      library(`clsx get-nonce @mantine${SLASH}hooks`),
      path('@mantine', 'core', 'esm', '(core|utils)', ''),
      mantine(
        `ActionIcon Alert Anchor Button Checkbox CloseButton Group Input InputBase Loader NativeSelect PasswordInput Stack Text
         TextInput Title UnstyledButton VisuallyHidden`,
      ),
    ),
    priority: 18,
  },
  { name: 'form', test: any(library(`@mantine${SLASH}form`), ours(`ui${SLASH}useRules`)), priority: 16 },
  {
    name: 'light',
    test: mantine(
      `Avatar Badge Collapse Divider EmptyState FloatingIndicator SegmentedControl Skeleton Tabs Textarea
       Transition`,
    ),
    minShareCount: 2,
    priority: 15,
  },
  { name: 'floating', test: any(library('@floating-ui'), mantine('Menu Popover Tooltip')), priority: 14 },
  {
    name: 'covering',
    test: any(library('react-remove-scroll'), mantine('Drawer Modal ModalBase ScrollArea Table')),
    priority: 12,
  },
  // Of a few settings, on no list.
  { name: 'switch', test: mantine('Switch'), minShareCount: 2, priority: 11 },
  { name: 'numbers', test: any(library('react-number-format'), mantine('NumberInput')), priority: 11 },
  { name: 'shared', test: path('node_modules', '@mantine', ''), minShareCount: 3, priority: 10 },

  // What every page needs of ours.
  {
    name: 'start',
    test: any(
      ours(
        `i18n\\. api${SLASH}(errors|query-client|request|schema)\\. ${CALLS_OF_THE_START}
         app${SLASH}(LanguageSelect|Logo|OfflineBanner|PagePending|paths|session|site|SkipLink|ThemeButton|useChangeLanguage)
         ui${SLASH}(AppLink|document-title|format|initials|list-spec|notify|once-online|shortcuts)\\.`,
      ),
      path(TOASTS),
      // An icon that the sign-in shares with other pages, so that the rest does not come along.
      /@tabler.*\WIcon(AlertCircle)\./,
      // The start knows the menu, and takes no other icon along.
      path('icons-react', 'dist', 'esm', MENU_ICONS),
    ),
    priority: 11,
  },

  // The rest of ours would make a file each: by what a screen is, so that no form comes along with a list.
  { name: 'icons', test: path('', '@tabler', ''), minShareCount: 3, priority: 8 },
  // Calls that few screens make stay out of the start.
  {
    name: 'more-calls',
    test: ours(
      `api${SLASH}generated${SLASH}endpoints${SLASH}(audit|company|domains|imports|my-account|packages|partners|permissions|second-factor|subsidiaries|users)`,
    ),
    minShareCount: 2,
    priority: 9,
  },
  // Of those who come by a provider alone.
  {
    name: 'social',
    test: ours(`api${SLASH}generated${SLASH}endpoints${SLASH}social`),
    minShareCount: 2,
    priority: 9,
  },
  { name: 'calls', test: ours(`api${SLASH}(?!record-names|useChoices)`), minShareCount: 2, priority: 8 },
  {
    name: 'blocks',
    // With an icon that would be a file of its own.
    test: any(
      ours(
        `ui${SLASH}(ClockChoice|confirm|draft|EmptyState|EventTimeline|LoadFailure|local|Moment|overlay|ResourcePage|StatusBadge|use(Clock|PrintedLight))`,
      ),
      /@tabler.*\WIconBarcode\./,
    ),
    minShareCount: 2,
    priority: 7,
  },
  {
    name: 'lists',
    test: any(
      library(`@tanstack${SLASH}(react-table|table-core)`),
      ours(
        `ui${SLASH}(BulkActions|ColumnChooser|columns|Data|DateRangeFilter|Filter|MoreFilters|Pagination|RowMenu|SavedViews|TableStates)
         ui${SLASH}use(ColumnChoice|DataTable|Fitting|ListParams|Overflow|TableKeys)`,
      ),
    ),
    minShareCount: 2,
    priority: 6,
  },
  { name: 'forms', test: ours('ui'), minShareCount: 2, priority: 5 },
  {
    name: 'shipments',
    // With an icon that would be a file of its own.
    test: any(
      ours(`features${SLASH}shipments${SLASH}(label-url|status|useDuplicate)`),
      /@tabler.*\WIconExternalLink\./,
    ),
    minShareCount: 2,
    priority: 4,
  },
]
