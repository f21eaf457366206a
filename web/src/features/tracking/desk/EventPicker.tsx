import { ActionIcon, Anchor, Loader, type OptionsFilter, Text, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff, IconStar, IconStarFilled } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'
import { FOREVER } from '@/api/forever'
import { useLookupShipmentEvents } from '@/api/generated/endpoints/lookups/lookups'
import type { ShipmentEventKind, ShipmentStatus } from '@/api/schema'
import { STATUS, stageTextKey, statusTextKey } from '@/shared/tracking/status'
import { FirstSelect } from '@/ui/fields/FirstSelect'
import { StatusBadge } from '@/ui/StatusBadge'
import classes from './EventPicker.module.css'
import { type EventOption, eventGroups, found } from './event-kinds'
import { FavouriteEvents } from './FavouriteEvents'
import { type Favourites, MOST_FAVOURITES, useFavourites } from './useFavourites'

type EventPickerProps = {
  value: string
  onChange(code: string): void
  error?: ReactNode
}

/** The events of every day as buttons, and the whole catalogue: searchable, by stage, each with what it says and does. */
export function EventPicker({ value, onChange, error }: EventPickerProps) {
  const { t, i18n } = useTranslation(['tracking', 'common'])
  const kinds = useLookupShipmentEvents(FOREVER)
  const groups = useMemo(
    () => eventGroups(kinds.data?.data ?? [], i18n.language),
    [kinds.data, i18n.language],
  )
  const options = useMemo(
    () => new Map(groups.flatMap(({ items }) => items).map((item) => [item.value, item])),
    [groups],
  )
  const catalogue = kinds.data?.data ?? []
  const chosen = catalogue.find(({ code }) => code === value)
  const favourites = useFavourites(options)

  return (
    <div className={classes.picker}>
      <FavouriteEvents
        codes={favourites.codes}
        kinds={catalogue}
        options={options}
        value={value}
        onChange={onChange}
      />
      <FirstSelect
        label={t('record.event')}
        placeholder={kinds.isPending ? t('common:loading') : t('record.eventHint')}
        size="md"
        withAsterisk
        // The typed text starts a search; it is not added to the chosen name.
        onFocus={(event) => event.currentTarget.select()}
        // The list itself scrolls: as the popup of the field it need not take the focus for that.
        withScrollArea={false}
        classNames={{ options: classes.options }}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage={t('record.noEvent')}
        data-path="event_code"
        data={groups.map(({ stage, items }) => ({ group: t(stageTextKey(stage)), items }))}
        filter={filter}
        renderOption={({ option }) => <Option option={options.get(option.value)} />}
        rightSection={kinds.isPending ? <Loader size="xs" /> : undefined}
        // A catalogue still on its way keeps the choice of the draft.
        value={options.has(value) ? value : null}
        onChange={(code) => onChange(code ?? '')}
        error={error}
      />
      {kinds.error ? (
        <Text size="sm" c="red" role="alert" mt={4}>
          {errorText(kinds.error)}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => void kinds.refetch()}>
            {t('common:retry')}
          </Anchor>
        </Text>
      ) : (
        <div className={classes.effect}>
          {chosen && <Star code={chosen.code} favourites={favourites} />}
          {chosen && <Effect kind={chosen} />}
        </div>
      )}
    </div>
  )
}

type Groups = { group: string; items: EventOption[] }[]

const filter: OptionsFilter = ({ options, search }) => found(options as Groups, search)

function Option({ option }: { option: EventOption | undefined }) {
  return (
    <div className={classes.option}>
      <span>{option?.label}</span>
      <small>{option?.text}</small>
    </div>
  )
}

/** Puts the chosen event among the buttons, or takes it off them. */
function Star({ code, favourites }: { code: string; favourites: Favourites }) {
  const { t } = useTranslation('tracking')
  const isOne = favourites.has(code)
  const noRoom = !isOne && favourites.isFull
  const label = t(isOne ? 'record.unstar' : 'record.star')
  const Mark = isOne ? IconStarFilled : IconStar
  return (
    <Tooltip label={noRoom ? t('record.starsFull', { max: MOST_FAVOURITES }) : label}>
      <ActionIcon
        color="yellow"
        aria-label={label}
        aria-pressed={isOne}
        // Stays in reach of the keyboard, so that its reason can be read.
        aria-disabled={noRoom || undefined}
        data-disabled={noRoom || undefined}
        onClick={() => favourites.toggle(code)}
      >
        <Mark size={17} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

/** The audience of the event and its effect on the shipment. */
function Effect({ kind }: { kind: ShipmentEventKind }) {
  const { t } = useTranslation(['tracking', 'shipment-status'])
  const status = kind.status_effect as ShipmentStatus | null
  const Eye = kind.public ? IconEye : IconEyeOff
  return (
    <>
      <span>
        <Eye size={15} stroke={1.75} aria-hidden /> {kind.public ? t('record.public') : t('record.internal')}
      </span>
      <span>
        {status === null ? t('record.stays') : t('record.becomes')}{' '}
        {status !== null && <StatusBadge status={{ ...STATUS[status], label: t(statusTextKey(status)) }} />}
      </span>
    </>
  )
}
