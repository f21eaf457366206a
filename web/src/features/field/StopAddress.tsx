import { Anchor, Text } from '@mantine/core'
import { IconMapPin, IconPhone } from '@tabler/icons-react'
import type { FieldPickup, FieldStop } from '@/api/schema'
import { useStreet } from '@/api/usePlaces'
import { PhoneLink } from '@/blocks/PhoneLink'

/** The address as a link to the map of the phone, and the telephone. */
export function StopAddress({ stop }: { stop: FieldStop | FieldPickup }) {
  const streetOf = useStreet()
  const lines = [streetOf(stop), stop.address_2, [stop.postcode, stop.city].filter(Boolean).join(' ')].filter(Boolean)
  const isPlaced = 'latitude' in stop && stop.latitude !== null
  const place = isPlaced ? `${stop.latitude},${stop.longitude}` : '0,0'
  return (
    <>
      <Anchor href={`geo:${place}?q=${encodeURIComponent(lines.join(', '))}`} size="lg">
        <IconMapPin size={18} aria-hidden /> {lines.join(' · ')}
      </Anchor>
      {stop.phone && (
        <Text mt="xs">
          <PhoneLink number={stop.phone} icon={<IconPhone size={18} aria-hidden />} />
        </Text>
      )}
    </>
  )
}
