package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// cpuModel returns what the system calls its processor, "unknown" if it does not tell.
func cpuModel() string {
	model := ""
	switch runtime.GOOS {
	case "linux":
		text, err := os.ReadFile("/proc/cpuinfo")
		if err == nil {
			model = modelName(string(text))
		}
	case "darwin":
		text, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output()
		if err == nil {
			model = string(text)
		}
	case "windows":
		model = os.Getenv("PROCESSOR_IDENTIFIER")
	}
	if model = strings.TrimSpace(model); model == "" {
		return "unknown"
	}
	return model
}

// modelName returns the first "model name" of Linux's list of processors, "" if there is none.
func modelName(list string) string {
	for line := range strings.Lines(list) {
		if key, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
