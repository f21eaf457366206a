import { ActionIcon, Button, Checkbox, Group, Input, Stack, TagsInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ParcelIntake, ParcelPlace } from '@/api/schema'
import { CountriesChoice } from '@/shared/choices/CountryChoice'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import { WholeField } from '@/ui/fields/WholeField'
import { FormSection } from '@/ui/form/ResourceForm'
import { NEW_PLACE, type WarehouseValues } from './values'

type IntakeProps = { fields: TiedFields<WarehouseValues> }

/** The server takes as many. */
const MOST_PLACES = 200

/** The parcels of clients that the warehouse does not take in, and its places that are closed or have a limit. */
export function IntakeSection({ fields: { form, values, at, set } }: IntakeProps) {
  const { t } = useTranslation('warehouses')
  const { intake } = values
  const change = (part: Partial<ParcelIntake>) => set('intake', { ...intake, ...part })
  return (
    <FormSection title={t('section.intake')} text={t('section.intakeText')}>
      <CountriesChoice
        {...at('intake.refused_countries')}
        label={t('field.refused_countries')}
        value={intake.refused_countries}
        onChange={(refused_countries) => change({ refused_countries })}
      />
      <TagsInput
        {...at('intake.refused_goods')}
        label={t('field.refused_goods')}
        description={t('hint.refused_goods')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxTags={100}
        value={intake.refused_goods}
        onChange={(refused_goods) => change({ refused_goods })}
      />
      <Input.Wrapper
        label={t('intake.places')}
        labelElement="div"
        description={t('intake.placesText')}
        {...at('intake.places')}
      >
        <Stack gap="xs" mt={4}>
          {intake.places.map((place, index) => (
            <PlaceRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a place that is typed has no other name
              key={index}
              at={(name) => at(`intake.places.${index}.${name}`)}
              place={place}
              onChange={(part) => change({ places: intake.places.with(index, { ...place, ...part }) })}
              onRemove={() => form.removeListItem('intake.places', index)}
            />
          ))}
          {intake.places.length < MOST_PLACES && (
            <div>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
                onClick={() => change({ places: [...intake.places, NEW_PLACE] })}
              >
                {t('intake.add')}
              </Button>
            </div>
          )}
        </Stack>
      </Input.Wrapper>
    </FormSection>
  )
}

type PlaceRowProps = {
  at(name: keyof ParcelPlace): ReturnType<TiedFields<WarehouseValues>['at']>
  place: ParcelPlace
  onChange(part: Partial<ParcelPlace>): void
  onRemove(): void
}

function PlaceRow({ at, place, onChange, onRemove }: PlaceRowProps) {
  const { t } = useTranslation('warehouses')
  return (
    <Group gap="xs" align="flex-start">
      <TextInput
        {...at('place')}
        aria-label={t('field.intake_place')}
        placeholder={t('field.intake_place')}
        flex={1}
        miw={120}
        maxLength={32}
        value={place.place}
        onChange={(event) => onChange({ place: event.currentTarget.value })}
      />
      <WholeField
        {...at('max_parcels')}
        aria-label={t('field.max_parcels')}
        placeholder={t('field.max_parcels')}
        w={140}
        min={1}
        max={100_000}
        disabled={place.is_closed}
        value={place.max_parcels ?? null}
        onChange={(max_parcels) => onChange({ max_parcels })}
      />
      <Checkbox
        mt={8}
        label={t('field.is_closed')}
        checked={place.is_closed}
        onChange={(event) => onChange({ is_closed: event.currentTarget.checked })}
      />
      <ActionIcon variant="default" size={36} aria-label={t('intake.remove')} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
