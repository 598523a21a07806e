# Prints, for one recording, what the fixtures and benchmarks compare with: Praat's own defaults for pitch by
# autocorrelation at 10 ms, its period marks, local jitter and shimmer, and the mean harmonics-to-noise ratio.
form Measure
  sentence file
  positive floor 75
  positive ceiling 500
endform
sound = Read from file: file$
pitch = To Pitch (ac): 0.01, floor, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, ceiling
frames = Get number of frames
first = Get time from frame number: 1
writeInfoLine: "first ", fixed$ (first, 6)
for i to frames
  f0 = Get value in frame: i, "Hertz"
  if f0 = undefined
    f0 = 0
  endif
  appendInfoLine: "f0 ", fixed$ (f0, 4)
endfor
selectObject: sound, pitch
pulses = To PointProcess (cc)
jitter = Get jitter (local): 0, 0, 0.0001, 0.02, 1.3
appendInfoLine: "jitter ", jitter
selectObject: sound, pulses
shimmer = Get shimmer (local): 0, 0, 0.0001, 0.02, 1.3, 1.6
appendInfoLine: "shimmer ", shimmer
selectObject: sound, pitch, pulses
report$ = Voice report: 0, 0, floor, ceiling, 1.3, 1.6, 0.03, 0.45
hnr = extractNumber (report$, "Mean harmonics-to-noise ratio: ")
appendInfoLine: "hnr ", hnr
selectObject: sound
harmonicity = To Harmonicity (cc): 0.01, floor, 0.1, 1.0
hnrCc = Get mean: 0, 0
appendInfoLine: "hnrCc ", hnrCc
