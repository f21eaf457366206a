import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeKeys } from './early-keys'
import type { OverlayProps } from './overlay'
import { ICON, useCommands } from './palette-commands'
import { useCodeOpener, useRecords } from './palette-records'

const [store, spotlight] = createSpotlight()

/** Opens a record by its code or name, and does everything the shell can do by part of its name. */
export default function CommandPalette({ opened, onClose, onOpen }: OverlayProps) {
  const { t } = useTranslation('shell')
  const [query, setQuery] = useState('')
  const actions = useActions(query.trim(), onOpen)
  useEffect(() => {
    if (opened) spotlight.open()
  }, [opened])
  const ids = actions.flatMap((group) => group.actions.map(({ id }) => id)).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others stand there
  useLayoutEffect(markFirst, [ids])

  return (
    <Spotlight
      store={store}
      query={query}
      onQueryChange={setQuery}
      actions={actions}
      // Results of the server need not contain the typed text.
      filter={(_query, found) => found}
      // The shell has the shortcut: this file is not there yet when it is first pressed.
      shortcut={null}
      // Opened again, it begins empty.
      onSpotlightClose={() => {
        setQuery('')
        onClose()
      }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': t('palette.open') } }}
      highlightQuery
      // At the top, so that it stays in its place while the list shrinks.
      centered={false}
      yOffset="12dvh"
      scrollable
      maxHeight="min(28rem, 60dvh)"
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <IconSearch {...ICON} />,
        placeholder: t('palette.placeholder'),
        'aria-label': t('palette.placeholder'),
        onFocus: () => {
          const early = takeKeys()
          if (early) setQuery((typed) => typed + early)
        },
      }}
    />
  )
}

/** One flat list under the arrow keys: a code first, then commands, then records, and the lists last. */
function useActions(query: string, onOpen: OverlayProps['onOpen']): SpotlightActionGroupData[] {
  const { t } = useTranslation('shell')
  const opener = { group: t('palette.open'), actions: useCodeOpener(query) }
  const commands = useCommands(onOpen)
  const records = useRecords(query)
  return [opener, ...matching(commands, query), ...records].filter(({ actions }) => actions.length > 0)
}

/**
 * Enter takes the first. What the server found arrives above what stood there, and the mark would stay with that; it stays
 * only with somebody who has gone down the list by the arrows.
 */
function markFirst() {
  const { listId, selected } = store.getState()
  const list = listId ? document.getElementById(listId) : null
  const first = list?.querySelector('[data-action]')
  if (selected > 0 || !first) return
  list?.querySelector('[data-selected]')?.removeAttribute('data-selected')
  first.setAttribute('data-selected', 'true')
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The commands whose names contain what is typed, accents aside. */
const matching = (groups: SpotlightActionGroupData[], query: string) =>
  groups.map(({ group, actions }) => ({
    group,
    actions: actions.filter(({ label }) => plain(label ?? '').includes(plain(query))),
  }))
