type Visit = { position: number }

/** The deliveries and the pickups of a run in one order. With the same position, the delivery comes first. */
export const inOneOrder = <Stop extends Visit, Pickup extends Visit>(
  stops: readonly Stop[],
  pickups: readonly Pickup[],
): (Stop | Pickup)[] => [...stops, ...pickups].sort((one, other) => one.position - other.position)
