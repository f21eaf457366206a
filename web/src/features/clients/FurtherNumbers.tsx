import { Button, CloseButton, Group, Input, Select, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmailType, emailTypeValues, PhoneType, phoneTypeValues } from '@/api/schema'
import { useChoices } from '@/api/useChoices'
import { useSite } from '@/context/site'
import { PhoneField } from '@/ui/fields/PhoneField'
import type { TiedFields } from '@/ui/fields/useTiedFields'
import classes from './FurtherNumbers.module.css'
import type { ClientValues } from './values'

/** As many as the API takes. */
const MOST = 10

type FieldsProps = { fields: TiedFields<ClientValues> }

const without = <T,>(list: T[], at: number) => list.filter((_, index) => index !== at)
const changed = <T,>(list: T[], at: number, change: Partial<T>) =>
  list.map((one, index) => (index === at ? { ...one, ...change } : one))

/** The e-mail addresses besides the main one, each with its use. */
export function Emails({ fields: { values, at, set } }: FieldsProps) {
  const { t } = useTranslation('clients')
  const { emails } = values
  return (
    <Rows
      label={t('field.emails')}
      add={t('addEmail')}
      onAdd={() => set('emails', [...emails, { type: EmailType.Professional, email: '' }])}
      isFull={emails.length >= MOST}
    >
      {emails.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name
        <Row key={index} onRemove={() => set('emails', without(emails, index))}>
          <Select
            aria-label={t('field.emailTypeAt', { number: index + 2 })}
            allowDeselect={false}
            value={String(one.type)}
            data={emailTypeValues.map((type) => ({ value: String(type), label: t(`emailType.${type}`) }))}
            onChange={(type) => set('emails', changed(emails, index, { type: Number(type) as EmailType }))}
          />
          <TextInput
            {...at(`emails.${index}.email`)}
            aria-label={t('field.emailAt', { number: index + 2 })}
            type="email"
            inputMode="email"
            maxLength={254}
            value={one.email}
            onChange={(event) => set('emails', changed(emails, index, { email: event.currentTarget.value }))}
          />
        </Row>
      ))}
    </Rows>
  )
}

/** The telephone numbers besides the main one, each with its use. */
export function Phones({ fields: { values, at, set } }: FieldsProps) {
  const { t } = useTranslation('clients')
  const { config } = useSite()
  const { data } = useChoices()
  const home = data?.countries.find(({ id }) => id === (values.country_id ?? config.country_id))
  const { phones } = values
  return (
    <Rows
      label={t('field.phones')}
      add={t('addPhone')}
      onAdd={() => set('phones', [...phones, { type: PhoneType.Work, phone: '' }])}
      isFull={phones.length >= MOST}
    >
      {phones.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no other name
        <Row key={index} onRemove={() => set('phones', without(phones, index))}>
          <Select
            aria-label={t('field.phoneTypeAt', { number: index + 2 })}
            allowDeselect={false}
            value={String(one.type)}
            data={phoneTypeValues.map((type) => ({ value: String(type), label: t(`phoneType.${type}`) }))}
            onChange={(type) => set('phones', changed(phones, index, { type: Number(type) as PhoneType }))}
          />
          <PhoneField
            {...at(`phones.${index}.phone`)}
            label={t('field.phoneAt', { number: index + 2 })}
            value={one.phone}
            onChange={(phone) => set('phones', changed(phones, index, { phone }))}
            codes={data?.codes ?? []}
            defaultCountry={home?.alpha2 ?? ''}
          />
        </Row>
      ))}
    </Rows>
  )
}

type RowsProps = { label: string; add: string; onAdd(): void; isFull: boolean; children: ReactNode }

function Rows({ label, add, onAdd, isFull, children }: RowsProps) {
  return (
    <Input.Wrapper label={label} labelElement="div" className={classes.rows}>
      <Stack gap="xs">
        {children}
        {!isFull && (
          <Button
            variant="default"
            size="compact-sm"
            className={classes.add}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={onAdd}
          >
            {add}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

function Row({ onRemove, children }: { onRemove(): void; children: ReactNode }) {
  const { t } = useTranslation('clients')
  return (
    <Group gap="xs" align="flex-end" className={classes.row}>
      {children}
      <CloseButton aria-label={t('remove')} onClick={onRemove} />
    </Group>
  )
}
