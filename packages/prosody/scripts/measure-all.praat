# The work Praat needs for our vector, and nothing printed: "none" only reads the file, "f0" adds pitch, "all" adds the
# rest. The benchmark subtracts "none".
form Measure
  sentence file
  word what
endform
sound = Read from file: file$
if what$ <> "none"
  pitch = To Pitch (ac): 0.01, 75, 15, "no", 0.03, 0.45, 0.01, 0.35, 0.14, 500
endif
if what$ = "all"
  selectObject: sound, pitch
  pulses = To PointProcess (cc)
  jitter = Get jitter (local): 0, 0, 0.0001, 0.02, 1.3
  selectObject: sound, pulses
  shimmer = Get shimmer (local): 0, 0, 0.0001, 0.02, 1.3, 1.6
  selectObject: sound
  harmonicity = To Harmonicity (cc): 0.01, 75, 0.1, 1.0
  selectObject: sound
  intensity = To Intensity: 50, 0.01, "yes"
endif
writeInfoLine: what$
