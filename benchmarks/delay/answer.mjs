// What is asked for, by the server and the driver alike. Delays in milliseconds.

export const text = '{"hello":"world"}'

/** The most of ours do not end before the last has been asked for. */
export const delays = { '/endpoint/long': 2000, '/endpoint/short': 100 }
