import { List, ScrollArea, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DocumentKind } from '@/api/schema'
import { missingNames } from '@/shared/shipments/missing-fields'
import { named } from '@/ui/wording'
import type { LabelsResult } from './status'

/** Documents that were not made, each with its shipment and what it lacks. */
export default function Lacking({ result }: { result: LabelsResult }) {
  const { t } = useTranslation('processes')
  const { t: names } = useTranslation('shipments')
  const { incomplete, incomplete_codes, incomplete_kinds, incomplete_fields } = result
  const nameOf = (kind: DocumentKind | undefined) => (kind ? names(`document.${kind}`) : '')
  const rest = incomplete - incomplete_codes.length
  return (
    <>
      <Text size="xs" mt={6}>
        {t('incomplete', { count: incomplete })}
      </Text>
      <ScrollArea.Autosize mah="9rem" type="auto">
        <List size="xs" listStyleType="none" aria-label={t('incomplete', { count: incomplete })}>
          {incomplete_codes.map((code, at) => (
            <List.Item key={`${code} ${incomplete_kinds[at]}`}>
              <Text span size="xs" fw={550}>
                {code}
              </Text>{' '}
              {named(nameOf(incomplete_kinds[at]), missingNames(incomplete_fields[at] ?? [], names))}
            </List.Item>
          ))}
          {rest > 0 && <List.Item>+{rest}</List.Item>}
        </List>
      </ScrollArea.Autosize>
    </>
  )
}
